import { expect, test } from 'vitest';
import { findMissing } from './watchStart.ts';

/** What a browser has of the names that are asked for. */
function browser(without: 'toSorted' | 'any' | 'popover' | null) {
  const having = (name: string): object => (name === without ? {} : { [name]: true });
  const page = {
    Array: { prototype: having('toSorted') },
    AbortSignal: having('any'),
    HTMLElement: { prototype: having('popover') },
  };
  return page as unknown as Parameters<typeof findMissing>[0];
}

test('a browser of today has all there is to have', () => {
  expect(findMissing(browser(null))).toBeNull();
});

test.each([
  ['toSorted', 'Array.prototype.toSorted'],
  ['any', 'AbortSignal.any'],
  ['popover', 'popover'],
] as const)('one without %s is told what it lacks', (without, name) => {
  expect(findMissing(browser(without))).toBe(name);
});
