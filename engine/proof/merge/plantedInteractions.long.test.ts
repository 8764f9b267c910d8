import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { CHANGES_APART, PLANTED_INTERACTIONS } from '../../testing/planted/interactions.ts';
import { proveTrial } from './testing.ts';

beforeAll(() => loadPatterns());

test('of 60 merges that do what neither side has seen, at least 95 in 100 are found; of 30 that do not, none', {
  timeout: 600_000,
}, async () => {
  const missed: string[] = [];
  for (const trial of PLANTED_INTERACTIONS)
    if ((await proveTrial(trial)).verdict !== 'as in neither') missed.push(trial.name);
  const blamed: string[] = [];
  for (const trial of CHANGES_APART) if ((await proveTrial(trial)).step !== null) blamed.push(trial.name);
  console.log(
    `${PLANTED_INTERACTIONS.length} planted interactions, missed: ${missed.length}; false alarms: ${blamed.length}`,
  );
  expect(PLANTED_INTERACTIONS).toHaveLength(60);
  expect(missed.length).toBeLessThanOrEqual(3);
  expect(blamed).toEqual([]);
});
