import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numRuns } from '../../testing/index.ts';
import { losesDigits } from './losesDigits.ts';
import { readExactly } from './readExactly.ts';
import { readTyped } from './readTyped.ts';

describe('losesDigits', () => {
  test.each([
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '18446744073709551616',
    '0x20000000000001',
    '0o400000000000000001',
    '9'.repeat(400),
    '9007199254740993.0',
    '9007199254740993.',
  ])('%s does', (source) => {
    expect(losesDigits(source)).toBe(true);
  });

  test.each([
    '0',
    '-1',
    '9007199254740991',
    '9007199254740992',
    '1000000000000000000000',
    '0x1F',
    '1.5',
    '9007199254740992.00',
    '9007199254740993.5',
    '1e400',
    'abc',
    '',
  ])('%s does not', (source) => {
    expect(losesDigits(source)).toBe(false);
  });

  test('of an integer in decimal exactly where it is printed as another one', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (integer) => {
        const printed = String(Number(integer));
        const isKept = printed.includes('e')
          ? significantOf(printed) === significantOf(String(integer))
          : printed === String(integer);
        expect(losesDigits(String(integer))).toBe(!isKept);
      }),
      { numRuns: numRuns(500, 2_000) },
    );
  });
});

function significantOf(text: string): string {
  return text.replace(/e.*|[-.]/g, '').replace(/0+$/, '');
}

describe('readTyped', () => {
  test.each([
    ['5', 5],
    ['-1.5', -1.5],
    ['1e+21', 1e21],
    ['true', true],
    ['~', null],
    ['"5"', '5'],
  ])('%s is a value', (text, value) => {
    expect(readTyped(text)).toBe(value);
  });

  test.each([
    '01234',
    '+4917012345',
    '1.20',
    '1e14',
    '0x1F',
    '-0',
    '5 ',
    '.5',
    'NaN',
    'Infinity',
    '',
    '12345678901234567890',
  ])('%j stays as it was typed', (text) => {
    expect(readTyped(text)).toBe(text);
  });

  test('prints what was typed, or is the text itself', () => {
    const digits = fc.stringMatching(/^[-+]?[0-9]{0,22}(\.[0-9]{0,4})?(e[-+]?[0-9]{1,3})?$/);
    fc.assert(
      fc.property(fc.oneof(digits, fc.string()), (text) => {
        const value = readTyped(text);
        if (!/^".*"$/s.test(text) && text !== '~') expect(String(value)).toBe(text);
      }),
      { numRuns: numRuns(500, 2_000) },
    );
  });
});

describe('readExactly', () => {
  test('tells which integers are others, and keeps their digits', () => {
    const json =
      '{"id": 9007199254740993, "a b": [{"n": -12345678901234567890}, 5, "9007199254740993"], "é\\"\\\\": 1.00000000000000000001}';
    expect(readExactly(json).lost).toEqual([
      { path: 'id', source: '9007199254740993' },
      { path: '["a b"][0].n', source: '-12345678901234567890' },
    ]);
    expect(readExactly(json).exact).toEqual({
      id: '9007199254740993',
      'a b': [{ n: '-12345678901234567890' }, 5, '9007199254740993'],
      'é"\\': 1,
    });
  });

  test('reads as JSON.parse does, and every integer prints as it was sent or is told', () => {
    const integers = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        integers.map(String),
        fc.string().map((text) => JSON.stringify(text)),
        tie('list'),
        tie('map'),
      ),
      list: fc.array(tie('any'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
      map: fc.dictionary(fc.string(), tie('any'), { maxKeys: 4 }).map(
        (map) =>
          `{${Object.entries(map)
            .map(([key, item]) => `${JSON.stringify(key)}: ${String(item)}`)
            .join(',')}}`,
      ),
    })).any;
    fc.assert(
      fc.property(value, (drawn) => {
        const json = String(drawn);
        const { value: read, exact, lost } = readExactly(json);
        expect(read).toEqual(JSON.parse(json));
        const sent = json.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d+/g) ?? [];
        expect(lost.map(({ source }) => source)).toEqual(sent.filter(losesDigits));
        if (lost.length === 0) expect(exact).toEqual(read);
      }),
      { numRuns: numRuns(300, 2_000) },
    );
  });

  test('throws for what is no JSON, however it ends', () => {
    for (const text of ['12345678901234567890 "', '{"a": 12345678901234567890', '"\\\\'])
      expect(() => readExactly(text)).toThrow(SyntaxError);
  });
});
