import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { CHANGES_APART, type MergeTrial, PLANTED_INTERACTIONS } from '../../testing/planted/interactions.ts';
import { proveTrial } from './testing.ts';

beforeAll(() => loadPatterns());

/** Each kind in one of the five workflows; `plantedInteractions.long.test.ts` has all. */
const some = (trials: readonly MergeTrial[]): readonly MergeTrial[] =>
  trials.filter((_, index) => index % 5 === Math.floor(index / 5) % 5);

test('changes that do together what neither does alone are found, with the step', async () => {
  const missed: string[] = [];
  for (const trial of some(PLANTED_INTERACTIONS)) {
    const { verdict, step } = await proveTrial(trial);
    if (verdict !== 'as in neither' || step === null) missed.push(`${trial.name}: ${verdict}`);
  }
  expect(missed).toEqual([]);
});

test('changes that have nothing to do with one another are as in both, or as in the one that changed the run', async () => {
  const verdicts = new Set<string>();
  for (const trial of some(CHANGES_APART)) {
    const { verdict, step } = await proveTrial(trial);
    expect({ name: trial.name, step }).toEqual({ name: trial.name, step: null });
    verdicts.add(verdict);
  }
  expect([...verdicts].sort()).toEqual(['as in both', 'as in theirs']);
});
