import { beforeAll, test } from 'vitest';
import { loadPlacing } from '#engine/layout';
import { expectClear } from './testing.ts';

beforeAll(() => loadPlacing());

// Of these graphs alone; those of `edgeClearance.long.test.ts` are more.
test.each([
  ['right', { lines: 1_000, crossings: 35, cut: 5, omitted: 0, kinks: 40 }],
  ['down', { lines: 1_000, crossings: 35, cut: 3, omitted: 0, kinks: 15 }],
] as const)('no line runs under a card, no words are on anything, and nearly all are whole, %s', (direction, most) =>
  expectClear(8, direction, most),
);
