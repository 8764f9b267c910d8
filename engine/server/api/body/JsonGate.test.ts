import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numRuns } from '../../../testing/index.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { BodyBounds } from './BodyBounds.ts';
import { JsonGate } from './JsonGate.ts';

const BOUNDS: BodyBounds = { depth: 5, values: 20, keys: 4, fields: 3, digits: 30 };

/** Why a text is refused that arrives in pieces of so many bytes; null where it is not. */
function refusalOf(
  text: string,
  size = 1000,
  bounds = BOUNDS,
): { readonly code: string; readonly says: string } | null {
  const bytes = Buffer.from(text);
  const gate = new JsonGate(bounds);
  try {
    for (let at = 0; at < bytes.length; at += size) gate.take(bytes.subarray(at, at + size));
    gate.end();
    return null;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return { code: error.code, says: error.message };
  }
}

describe.each([1, 3, 1000])('JSON that arrives in pieces of %i bytes', (size) => {
  test.each([
    ['values', `{"a":[${'0,'.repeat(30)}0]}`, 'the limit is 20, and a[18] exceeds it'],
    ['texts', `[${'"",'.repeat(30)}""]`, 'and [19] exceeds it'],
    ['maps', `[${'{},'.repeat(30)}{}]`, 'and [19] exceeds it'],
    ['keys', '{"m":{"a":1,"b":1,"c":1,"d":1,"e":1}}', 'too many keys in one map: the limit is 4, and m.e exceeds'],
    ['levels', '[[[[[[1]]]]]]', 'more than 5 levels deep, at [0][0][0][0][0]'],
    ['digits', `{"n":${'9'.repeat(31)}}`, 'a number of more than 30 characters, at n'],
  ])('is refused for too many %s, with the place', (_, text, says) => {
    expect(refusalOf(text, size)).toEqual({ code: 'TOO_LARGE', says: expect.stringContaining(says) });
  });

  test.each([
    ['{"a":{"b c":1,"b c":2}}', 'the key a["b c"] twice'],
    ['[{"a":1},{"a":1,"\\u0061":2}]', 'the key [1].a twice'],
    ['{"__proto__":1,"__proto__":2}', 'the key __proto__ twice'],
    ['{"ä":1,"ä":2}', 'the key ["ä"] twice'],
    ['[1, 1e999]', 'at [1] has 1e999'],
    ['{"n": -1E400}', 'at n has -1E400'],
    ['1e999', 'at its beginning has 1e999'],
  ])('is refused where it can be read in two ways: %s', (text, says) => {
    expect(refusalOf(text, size)).toEqual({ code: 'BAD_JSON', says: expect.stringContaining(says) });
  });

  test.each([
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":1}}}',
    '{"a":"a","b":["a","a"]}',
    '{"a\\"":1,"a":2,"\\\\":3}',
    '["1e999", "{\\"a\\":1,\\"a\\":2}", "[[[[[[[["]',
    '[1e308, 1e-999, -0]',
    '{"constructor":1,"toString":2}',
  ])('passes: %s', (text) => {
    expect(refusalOf(text, size)).toBeNull();
  });
});

test('all that JSON.stringify writes passes within the bounds, and what is no JSON is left to who parses it', () => {
  const wide = { depth: 100, values: 100_000, keys: 1000, fields: 1, digits: 400 };
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), (value, size) => {
      expect(refusalOf(JSON.stringify(value), size, wide)).toBeNull();
    }),
    { numRuns: numRuns(300, 3000) },
  );
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', '1', 'e', ' ') }),
      (text) => {
        refusalOf(text, 2);
      },
    ),
    { numRuns: numRuns(300, 3000) },
  );
});

test('counts what is in it as JSON.parse finds it', () => {
  const count = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce<number>((sum, each) => sum + count(each), 1)
      : 1;
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const values = count(JSON.parse(JSON.stringify(value)));
      const bounds = { depth: 100, values, keys: 1000, fields: 1, digits: 400 };
      expect(refusalOf(JSON.stringify(value), 7, bounds)).toBeNull();
      expect(refusalOf(JSON.stringify(value), 7, { ...bounds, values: values - 1 })?.code).toBe('TOO_LARGE');
    }),
    { numRuns: numRuns(200, 2000) },
  );
});
