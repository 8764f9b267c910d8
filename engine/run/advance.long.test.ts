import { expect, test } from 'vitest';
import { ratioToFloor } from '../testing/timing.ts';
import { advance } from './advance.ts';
import { countRounds, createLoop } from './testing.ts';

test('the cost of a step does not grow with the run', async () => {
  const [young, old] = [createLoop(), createLoop()];
  const proceed = (run: typeof young, count: number): void => {
    for (let step = 0; step < count; step += 1) advance(run, { type: 'run.continued', at: 0 });
  };
  proceed(young, 40);
  proceed(old, 2_000);
  const ratio = await ratioToFloor(
    () => proceed(old, 20),
    () => proceed(young, 20),
  );
  // Half a million steps later a step costs the same, give or take what else the machine does.
  expect(ratio).toBeLessThan(3);
});

test('100,000 steps in a loop need no more time for each than the first 2,000', async () => {
  expect(countRounds(50_000)).toBe(50_000);
  const ratio = await ratioToFloor(
    () => countRounds(50_000),
    () => countRounds(1_000),
  );
  expect(ratio).toBeLessThan(4 * 50);
});
