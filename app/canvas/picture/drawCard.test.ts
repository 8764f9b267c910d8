import { expect, test } from 'vitest';
import { fitText } from './drawCard.ts';

const measure = (text: string) => Array.from(text).length;

test('a text is broken between words, and within one that is wider than a line', () => {
  expect(fitText('  Fetch\n the  order ', 20, 2, measure)).toEqual(['Fetch the order']);
  expect(fitText('Fetch the order', 9, 2, measure)).toEqual(['Fetch the', 'order']);
  expect(fitText('Donaudampfschiff', 10, 2, measure)).toEqual(['Donaudampf', 'schiff']);
  expect(fitText('', 10, 2, measure)).toEqual([]);
});

test('what does not fit ends in an ellipsis, and no character is cut in two', () => {
  expect(fitText('Fetch the order of today', 9, 2, measure)).toEqual(['Fetch the', 'order of…']);
  expect(fitText('🚂🚃🚃🚃', 3, 1, measure)).toEqual(['🚂🚃…']);
  expect(fitText('ab', 0, 2, measure)).toEqual(['a', '…']);
});
