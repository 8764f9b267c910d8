import { beforeAll, test } from 'vitest';
import { loadPlacing } from '#engine/layout';
import { expectClear } from './testing.ts';

beforeAll(() => loadPlacing());

// Lines of ELK's layered layout, which may leave a card anywhere on its side, cross 340 times to the right in these graphs, and 338 down.
test.each([
  ['right', { lines: 6_000, crossings: 220, cut: 15, omitted: 1, kinks: 200 }],
  ['down', { lines: 6_000, crossings: 200, cut: 6, omitted: 1, kinks: 70 }],
] as const)('no line runs under a card, no words are on anything, and nearly all are whole, %s', (direction, most) =>
  expectClear(40, direction, most),
);
