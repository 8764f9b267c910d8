import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { numRuns } from '../testing/numRuns.ts';
import { isLongJson, JSON_PART, jsonParts } from './jsonParts.ts';

const LONG = JSON_PART * 3 + 7;

/** A text that is long, of one character and some more before it: pairs lie over the ends of parts. */
const longText = fc
  .record({
    start: fc.string({ unit: 'binary', maxLength: 5 }),
    unit: fc.constantFrom('x', '"', '\n', 'é', '😀', '\ud800', '\udc00'),
  })
  .map(({ start, unit }) => start + unit.repeat(LONG / unit.length));

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.constantFrom(null, true, 0, -0, 1e21, Number.NaN, '', undefined),
    fc.double(),
    fc.string({ unit: 'binary', maxLength: 8 }),
    longText,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('__proto__', '1', 'a"b')), tie('value'), {
      maxKeys: 4,
    }),
  ),
})).value;

test('the parts of a value are its JSON, byte for byte', () => {
  fc.assert(
    fc.property(value, (given) => {
      const parts = [...jsonParts(given)];
      expect(parts.join('') === (JSON.stringify(given) ?? '')).toBe(true);
      expect(Buffer.concat(parts.map((part) => Buffer.from(part))).equals(Buffer.from(parts.join('')))).toBe(true);
    }),
    { numRuns: numRuns(100) },
  );
});

test.each([
  ['a long text', 'x'.repeat(LONG)],
  ['many numbers', Array.from({ length: LONG / 2 }, (_, index) => index % 10)],
  ['many keys', Object.fromEntries(Array.from({ length: LONG / 8 }, (_, index) => [`k${index}`, 1]))],
  ['a long text deep inside', [[{ a: { b: ['x'.repeat(LONG)] } }]]],
])('%s is given in parts, of which none is long', (_name, given) => {
  expect(isLongJson(given)).toBe(true);
  const parts = [...jsonParts(given)];
  expect(parts.length).toBeGreaterThan(2);
  for (const part of parts) expect(part.length).toBeLessThan(2 * JSON_PART + 32);
});

test('a short value is one part', () => {
  expect(isLongJson({ a: [1, 'x'] })).toBe(false);
  expect([...jsonParts({ a: [1, 'x'] })]).toEqual(['{"a":[1,"x"]}']);
});
