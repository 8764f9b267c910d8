import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { numRuns } from '../../testing/index.ts';
import { saveTrial } from '../../testing/saved/saveTrial.ts';
import { playAll } from '../testing.ts';

beforeAll(() => loadPatterns());

const SEEDS = numRuns(24, 40);

/** What is wrong with the test that a run becomes, of workflows of all types of tasks; null where nothing is, or where the run never ends. */
async function faultOf(seed: number): Promise<string | null> {
  const trial = await saveTrial(seed);
  if (trial === null) return null;
  const { text, saved } = trial;
  if (!saved.ok) return saved.error.message;
  const { difference } = saved.value;
  if (difference !== null) return `${difference}\n${saved.value.text}`;
  const verdicts = await playAll(text, saved.value.text);
  return verdicts.flatMap(({ failures }) => failures.map(({ message }) => message)).join('\n') || null;
}

test(`${SEEDS} runs become tests that pass as they are, and end as the runs did`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1)
    expect({ seed, fault: await faultOf(seed) }).toEqual({ seed, fault: null });
}, 900_000);
