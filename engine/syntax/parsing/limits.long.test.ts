import { expect, test } from 'vitest';
import { ratioToFloor } from '../../testing/timing.ts';
import { codesOf, honestTexts, hostileTexts } from './testing.ts';

const [ROWS] = honestTexts(1);

/** How many times as long as a text of 41,000 rows: ten times what the slowest takes. */
const MOST = 75;

test.each(hostileTexts('long'))('%s is read in time', { timeout: 300_000 }, async (_, text, codes) => {
  expect(codesOf(text)).toEqual(codes.length === 0 ? [] : expect.arrayContaining([...codes]));
  const ratio = await ratioToFloor(
    () => codesOf(text),
    () => codesOf(ROWS),
    1,
  );
  expect(ratio).toBeLessThan(MOST);
});

test('a quarter of a million keys and values are read in time, wherever they are', async () => {
  for (const text of honestTexts(1)) {
    expect(codesOf(text)).toEqual([]);
    const ratio = await ratioToFloor(
      () => codesOf(text),
      () => codesOf(ROWS),
      2,
    );
    expect(ratio).toBeLessThan(10);
  }
});

test('a hundred duplicate keys among twenty thousand are found in time', async () => {
  const text = `a:\n${Array.from({ length: 20_000 }, (_, index) => `  k${index % 19_900}: 1\n`).join('')}`;
  expect(codesOf(text)).toEqual(['DUPLICATE_KEY']);
  const ratio = await ratioToFloor(
    () => codesOf(text),
    () => codesOf(ROWS),
    2,
  );
  expect(ratio).toBeLessThan(10);
});
