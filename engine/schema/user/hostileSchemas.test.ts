import { describe, expect, test } from 'vitest';
import { numRuns } from '../../testing/numRuns.ts';
import { sampleFromSchema } from '../sample/sampleFromSchema.ts';
import { checkSchema } from './checkSchema.ts';
import { BOMBS } from './testing.ts';
import { validateJson } from './validateJson.ts';

/** Those of which a check would take too many steps: they are refused before it has. */
const REFUSED = new Set([
  '2,000 alternatives over 2,000 numbers',
  'alternatives in alternatives',
  'references to alternatives',
  'the same by allOf',
  'a reference to itself',
  'two references to each other',
  'alternatives of itself',
  'not of itself',
  'an enum of lists over lists',
  '20,000 required names over 10,000 maps',
  '20,000 names that depend',
  '5,000 properties over 5,000 maps',
  '2,000 patterns of names over 2,000 names',
  'names over a schema of names',
  'a large pattern over a long text',
  'addresses in addresses',
]);

/** Those that take the longest, of which others are of the same kind: in `npm run test:long` alone. */
const LONG = new Set([
  'the same by allOf',
  'references to alternatives',
  'names over a schema of names',
  '5,000 properties over 5,000 maps',
]);
const TRIED = BOMBS.filter(([name]) => numRuns(1) > 1 || !LONG.has(name));

describe.each(TRIED)('%s', (name, schema, value) => {
  test('is checked, or refused', () => {
    const { errors } = validateJson(schema, value, { coerce: true, fillDefaults: true });
    expect(errors[0]?.keyword === 'limit').toBe(REFUSED.has(name));
    expect(errors.length).toBeLessThanOrEqual(100);
    expect(JSON.stringify(errors).length).toBeLessThan(400_000);
    for (const { message } of errors) expect(message).not.toMatch(/call stack|not iterable|undefined/i);
  });

  test('is judged as a schema, and made up from', () => {
    checkSchema(schema);
    expect(sampleFromSchema(schema, 7)).toBeDefined();
  });
});
