import { expect, test } from 'vitest';
import { findSnapshotMismatch, numRuns } from '../testing/index.ts';
import { findCheckpointMismatch } from '../testing/simulation/checkpointProperty.ts';
import { Dice } from '../testing/simulation/Dice.ts';
import {
  type Disturbance,
  makeTrial,
  simulate,
  type Trial,
  type TrialResult,
  withAskingAgents,
} from '../testing/simulation/simulate.ts';
import { Table } from '../testing/simulation/Table.ts';

/** First seed, from `npm run test:long -- --seed N`; a failure names its seed. */
const FIRST_SEED = Number(process.env['SIGNALBOX_TEST_SEED'] ?? 1);

/** A busy machine may take a minute for what an idle one does in seconds. */
const TIME = { timeout: numRuns(60_000) };

/** Most inputs of a run that is stopped at each of them: longer runs would take as long as all others together. */
const LONGEST_JOURNAL = 100;

/** `npm run test:long`: every input is tried. */
const IS_LONG = numRuns(1) > 1;

/** Seeds whose runs have calls that are cut off, some of which a key lets pass: `npm test` tries no others where a person is asked. */
const ASKED = [2, 65];

const NOTHING = { crashes: [], isDisturbed: false, isCancelled: false };

/** Runs a test for many seeds; a failure names the seed and its workflow. */
async function forSeeds(given: number | readonly number[], work: (trial: Trial) => Promise<void>): Promise<void> {
  const seeds = typeof given === 'number' ? Array.from({ length: given }, (_, index) => FIRST_SEED + index) : given;
  for (const seed of seeds) {
    const trial = makeTrial(seed);
    try {
      await work(trial);
    } catch (error) {
      throw new Error(`seed: ${seed}. ${toReason(error)}\n${trial.text}`, { cause: error });
    }
  }
}

test(
  'under crashes, failures, hangs and clock jumps, a run keeps its invariants and ends as a naive interpreter predicts',
  TIME,
  async () => {
    const table = new Table();
    await forSeeds(numRuns(16, 320), async (trial) => {
      const calm = await simulate(trial, NOTHING);
      table.add('calm', trial, calm);
      const dice = Dice.ofSeed(trial.seed);
      const crash = { inputs: 1 + dice.roll(calm.inputs), isFed: dice.chance(50) };
      const rough = { crashes: [crash], isDisturbed: true, isCancelled: dice.chance(4) };
      table.add('rough', trial, await simulate(trial, rough));
    });
    if (numRuns(1) > 1) console.log(table.format());
    // Runs that all fail immediately, or that cannot be predicted, would prove little.
    expect(table.share('calm', 'success')).toBeGreaterThan(0.5);
    expect(table.share('calm', 'predicted')).toBeGreaterThan(0.5);
    expect(table.share('rough', 'crashed')).toBeGreaterThan(0.5);
    expect(table.share('rough', 'remembered')).toBeGreaterThan(0.2);
  },
);

test('a crash at any position of the journal changes nothing that a run does', TIME, async () => {
  let count = 0;
  const seeds = numRuns(1, 4);
  await forSeeds(seeds, async (trial) => {
    const { inputs } = await simulate(trial, NOTHING);
    if (inputs > LONGEST_JOURNAL) return;
    count += 1;
    for (let at = 1; at <= inputs; at += 1) {
      await crashAt(trial, { crashes: [{ inputs: at, isFed: false }] });
      await crashAt(trial, { crashes: [{ inputs: at, isFed: true }] });
    }
  });
  expect(count / seeds).toBeGreaterThan(0.7);
});

test.each(['no', 'ask'] as const)(
  'a call with consequences that a crash cuts off is never made twice under the word %s, unless a person or a key says so',
  TIME,
  async (repeat) => {
    const counts = { cutOff: 0, given: 0 };
    const count = numRuns(ASKED.length, 12);
    await forSeeds(IS_LONG ? count : ASKED, async (made) => {
      const trial = repeat === 'ask' ? withAskingAgents(made) : made;
      const { inputs } = await simulate(trial, NOTHING);
      if (inputs > LONGEST_JOURNAL) return;
      for (let at = 1; at <= inputs; at += 1) {
        const first = { inputs: at, isFed: at % 2 === 0 };
        // The second crash comes while the person is asked, or soon after.
        const crashes = IS_LONG || at % 3 === 0 ? [first, { inputs: at + 3, isFed: true }] : [first];
        const { cutOff, given } = await crashAt(trial, { crashes, repeat });
        counts.cutOff += cutOff;
        counts.given += given;
      }
    });
    expect(counts.given).toBeGreaterThan(count / 3);
    if (repeat === 'ask') expect(counts.cutOff - counts.given).toBeGreaterThan(count / 3);
  },
);

test('stored as JSON and restored at any input, a run does the same as one that was never stopped', TIME, async () => {
  let count = 0;
  const seeds = numRuns(6, 60);
  await forSeeds(seeds, async (trial) => {
    const dice = Dice.ofSeed(trial.seed);
    const rough = { crashes: [], isDisturbed: dice.chance(50), isCancelled: dice.chance(4) };
    const { journal } = await simulate(trial, rough);
    if (journal.length > LONGEST_JOURNAL) return;
    count += 1;
    const sampled = 1 + dice.roll(10);
    const isTried = (index: number): boolean => IS_LONG || index % sampled === 0;
    const mismatch =
      findSnapshotMismatch(trial.workflow, journal, isTried) ??
      (await findCheckpointMismatch(trial.workflow, { inputs: journal, proofs: [] }, isTried));
    if (mismatch !== null) throw new Error(mismatch);
  });
  expect(count / seeds).toBeGreaterThan(0.7);
});

async function crashAt(trial: Trial, how: Pick<Disturbance, 'crashes' | 'repeat'>): Promise<TrialResult> {
  try {
    return await simulate(trial, { ...NOTHING, ...how });
  } catch (error) {
    const when = how.crashes.map(({ inputs, isFed }) => `${isFed ? 'after' : 'before'} input ${inputs} was fed`);
    throw new Error(`crash ${when.join(', ')}: ${toReason(error)}`, { cause: error });
  }
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
