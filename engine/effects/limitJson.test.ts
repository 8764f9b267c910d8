import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonLimitError, parseExactly, parseJson, warnOfLost } from './limitJson.ts';

test('JSON within the limits is what JSON.parse makes of it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
  expect(() => parseJson('{"a":')).toThrow(SyntaxError);
});

test.each([
  ['levels', `${'['.repeat(513)}${']'.repeat(513)}`, 'depth'],
  ['levels that are never closed', '{"a":['.repeat(1e6), 'depth'],
  ['values', `[${'0,'.repeat(2_000_000)}0]`, 'values'],
  ['empty lists', `[${'[],'.repeat(1_000_001)}0]`, 'values'],
])('too many %s are not parsed', (_, text, reason) => {
  expect(() => parseJson(text)).toThrow(JsonLimitError);
  expect(() => parseJson(text)).toThrow(expect.objectContaining({ reason }));
});

test('brackets, commas and escaped quotation marks in texts do not count', () => {
  const text = '[{,'.repeat(3);
  const limits = { depth: 2, values: 6 };
  const json = JSON.stringify([`${text}"\\`, { [`${text}\\"`]: text }]);
  expect(parseJson(json, limits)).toEqual(JSON.parse(json));
  expect(() => parseJson('[[["a"]]]'.padEnd(20), limits)).toThrow(JsonLimitError);
});

function told(text: string) {
  return warnOfLost(parseExactly(text).lost, 'body', 'Ask for text.');
}

test('integers that no number holds are told of one by one, and then counted', () => {
  expect(told('{"a": [{"b c": 9007199254740993}]}')).toEqual([
    {
      code: 'NUMBER_PRECISION',
      message:
        'body.a[0]["b c"] was sent as 9007199254740993, too long for an exact number: its last digits were lost. Ask for text.',
      path: 'body.a[0]["b c"]',
    },
  ]);
  expect(told('9007199254740993').map(({ path }) => path)).toEqual(['body']);
  const many = told(`[${'9007199254740993,'.repeat(99)}0]`);
  expect(many.map(({ path }) => path)).toEqual(['body[0]', 'body[1]', 'body[2]', 'body[3]', 'body[4]']);
  expect(many.at(-1)?.message).toContain('94 more were rounded.');
});
