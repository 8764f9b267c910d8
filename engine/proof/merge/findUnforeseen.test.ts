import { expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import { findUnforeseen } from './MergeProof.ts';

type FourSides = readonly (Json | undefined)[];

const pathOf = ([base, ours, theirs, merged]: FourSides): string | null =>
  findUnforeseen({ base, ours, theirs, merged })?.path.join('.') ?? null;

test.each<readonly [what: string, values: FourSides]>([
  ['nothing changed', [1, 1, 1, 1]],
  ['ours alone changed it', [1, 2, 1, 2]],
  ['theirs alone changed it', [1, 1, 2, 2]],
  ['both changed it to the same', [1, 2, 2, 2]],
  ['both changed it, and it is as in one of them', [1, 2, 3, 3]],
  ['one took it away', [1, undefined, 1, undefined]],
  ['each added a key', [{}, { a: 1 }, { b: 1 }, { a: 1, b: 1 }]],
  [
    'each changed an item',
    [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ],
  ],
])('%s: that is foreseen', (_, values) => {
  expect(pathOf(values)).toBeNull();
});

test.each<readonly [what: string, values: FourSides, path: string]>([
  ['another value than both have', [1, 1, 1, 2], ''],
  ['a change of ours that is gone', [1, 2, 1, 1], ''],
  ['a change of theirs that is gone', [1, 1, 2, 1], ''],
  ['both changes in one value', [1, 2, 3, 4], ''],
  ['a key that neither has', [{ a: 1 }, { a: 1 }, { a: 1 }, { a: 1, b: 1 }], 'b'],
  ['a value inside', [{ a: [1] }, { a: [2] }, { a: [3] }, { a: [4] }], 'a.0'],
  ['lists of other lengths', [[1, 2, 3], [2, 3], [1, 2], [2]], ''],
  ['what ran on both sides, and does not run', [undefined, {}, {}, undefined], ''],
])('%s: that is not', (_, values, path) => {
  expect(pathOf(values)).toBe(path);
});
