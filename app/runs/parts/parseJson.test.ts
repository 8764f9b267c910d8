import { expect, test } from 'vitest';
import { findJsonMistake, parseJson } from './parseJson.ts';

test('a mistake has the place that the message names', () => {
  const text = '{\n  "a": 1,\n  b: 2\n}';
  expect(findJsonMistake(text)?.start).toBe(text.indexOf('b'));
});

test('an end that is missing is at the end, and what is JSON or empty has no mistake', () => {
  expect(findJsonMistake('{ "a": [1')?.start).toBe(9);
  expect(findJsonMistake('{}')).toBeNull();
  expect(findJsonMistake(' ')).toBeNull();
});

test('an integer that no number holds is not taken for another one', () => {
  expect(parseJson('{ "order": { "id": 9007199254740993 } }')).toEqual({
    ok: false,
    error: 'This at order.id has 9007199254740993, too long for an exact number. Write it in quotes.',
  });
  expect(findJsonMistake('[12345678901234567890]')?.message).toContain('[0]');
  expect(parseJson('{ "id": "9007199254740993" }')).toEqual({ ok: true, value: { id: '9007199254740993' } });
});
