import { expect, test } from 'vitest';
import { EMPTY_VIEW, type RunView } from '#engine/run';
import { workedSoFar } from './workedSoFar.ts';

const VIEW: RunView = {
  ...EMPTY_VIEW,
  startedAt: 1_000,
  endedAt: 90_000,
  idle: [
    { from: 2_000, to: 4_000, reason: 'paused' },
    { from: 10_000, to: 85_000, reason: 'paused' },
  ],
};

test('a run has worked from its start to its end, without its pauses', () => {
  expect(workedSoFar({ view: VIEW, forkedAt: null }, 0)).toBe(12_000);
});

test('a fork has worked since it was made: what it took over from the other run is not its work', () => {
  expect(workedSoFar({ view: VIEW, forkedAt: 80_000 }, 0)).toBe(5_000);
});

test('a run that has not ended has worked until now, and one that has not started has no length', () => {
  expect(workedSoFar({ view: { ...VIEW, endedAt: null }, forkedAt: null }, 95_000)).toBe(17_000);
  expect(workedSoFar({ view: EMPTY_VIEW, forkedAt: null }, 95_000)).toBeNull();
});
