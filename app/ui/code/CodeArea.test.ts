import { expect, test } from 'vitest';
import { markProblems } from './CodeArea.tsx';

const PARTS = [
  { text: 'key', colour: 'a' },
  { text: ': ', colour: 'b' },
  { text: 'value', colour: 'c' },
];

/** The stretches, those that are wrong between marks. */
function marked(...ranges: readonly (readonly [number, number])[]): string {
  const problems = ranges.map(([start, end]) => ({ message: '', start, end }));
  return markProblems(PARTS, problems)
    .map(({ text, isWrong }) => (isWrong ? `‹${text}›` : text))
    .join('|');
}

test('a problem is marked across colours, and the text stays whole', () => {
  expect(marked()).toBe('key|: |value');
  expect(marked([1, 7])).toBe('k|‹ey›|‹: ›|‹va›|lue');
  expect(marked([0, 3], [5, 10])).toBe('‹key›|: |‹value›');
});

test('a problem without a length is a character, also past the end', () => {
  expect(marked([3, 3])).toBe('key|‹:›| |value');
  expect(marked([10, 10])).toBe('key|: |valu|‹e›');
});
