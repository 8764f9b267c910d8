import { expect, test } from 'vitest';
import { findJsonMistake } from './parseJson.ts';

test('a mistake has the place that the message names', () => {
  const text = '{\n  "a": 1,\n  b: 2\n}';
  expect(findJsonMistake(text)?.start).toBe(text.indexOf('b'));
});

test('an end that is missing is at the end, and what is JSON or empty has no mistake', () => {
  expect(findJsonMistake('{ "a": [1')?.start).toBe(9);
  expect(findJsonMistake('{}')).toBeNull();
  expect(findJsonMistake(' ')).toBeNull();
});
