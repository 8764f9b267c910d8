import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { numRuns } from '../../testing/index.ts';
import { Dice } from '../../testing/simulation/Dice.ts';
import { makeTrial, simulate } from '../../testing/simulation/simulate.ts';
import { recordCassette } from '../cassette/recordCassette.ts';
import { playCassette } from './playCassette.ts';

beforeAll(() => loadPatterns());

/** A busy machine may take a minute for what an idle one does in seconds. */
const TIME = { timeout: numRuns(60_000) };

/** First seed, from `npm run test:long -- --seed N`; a failure names its seed. */
const FIRST_SEED = Number(process.env['SIGNALBOX_TEST_SEED'] ?? 1);

/** The run of a seed: crashes, pauses, breakpoints, clocks that jump; some are cut off in the middle. */
async function journalOf(seed: number) {
  const trial = makeTrial(seed);
  const dice = Dice.ofSeed(seed);
  const crashes = dice.chance(50) ? [{ inputs: 1 + dice.roll(30), isFed: dice.chance(50) }] : [];
  const disturbance = { crashes, isDisturbed: dice.chance(50), isCancelled: dice.chance(10) };
  const { journal } = await simulate(trial, disturbance);
  const inputs = dice.chance(20) ? journal.slice(0, 1 + dice.roll(journal.length)) : journal;
  return { text: trial.text, inputs };
}

/** In its run an answer comes for a call that was given up, in the middle of a long step, which goes on with that. */
const LATE_ANSWER = 4942;

test('a run that is played from its own cassette gives the same events, byte for byte', TIME, async () => {
  const seeds = Array.from({ length: numRuns(3, 200) }, (_, index) => FIRST_SEED + index);
  for (const seed of [LATE_ANSWER, ...seeds]) {
    const { text, inputs } = await journalOf(seed);
    const { cassette, events } = recordCassette(readWorkflow(parseSyntax(text)), inputs);
    const played = await playCassette(analyze('flow.yaml', text), cassette);
    const different = events.findIndex(
      (event, index) => JSON.stringify(event) !== JSON.stringify(played.events[index]),
    );
    expect({ seed, stop: played.stop, first: different, at: played.events[different], was: events[different] }).toEqual(
      { seed, stop: null, first: -1 },
    );
    expect(JSON.stringify(played.events)).toBe(JSON.stringify(events));
  }
});
