import { expect, it } from 'vitest';
import type { RunEvent } from '#engine/run';
import { countAt } from './countAt.ts';

/** At 1000, 1010, 1020, … ms. */
const events = Array.from({ length: 2001 }, (_, seq): RunEvent => ({ seq, at: 1000 + seq * 10, type: 'run.resumed' }));

it.each([
  [0, 1],
  [1000, 1],
  [1009, 1],
  [1010, 2],
  [1029, 3],
  [1030, 4],
  [99_999, 2001],
])('at %d ms an instant is after %d events', (at, count) => {
  expect(countAt(events, at)).toBe(count);
});
