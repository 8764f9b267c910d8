import { describe, expect, test } from 'vitest';
import { ratioToFloor } from '../../testing/timing.ts';
import { sampleFromSchema } from '../sample/sampleFromSchema.ts';
import { checkSchema } from './checkSchema.ts';
import { BOMBS, numbers } from './testing.ts';
import { validateJson } from './validateJson.ts';

const MANY = numbers(100_000);

/** A plain check of 100,000 numbers. */
const check = (): unknown => validateJson({ items: { type: 'number' } }, MANY, { coerce: true, fillDefaults: true });

/** How many times as long as that: ten times what the slowest takes. */
const MOST = 250;

describe.each(BOMBS)('%s', (_, schema, value) => {
  test('is checked in time, or refused', async () => {
    const ratio = await ratioToFloor(() => validateJson(schema, value, { coerce: true, fillDefaults: true }), check, 3);
    expect(ratio).toBeLessThan(MOST);
  });

  test('is judged as a schema in time, and made up from in time', async () => {
    const ratio = await ratioToFloor(
      () => {
        checkSchema(schema);
        sampleFromSchema(schema, 7);
      },
      check,
      3,
    );
    expect(ratio).toBeLessThan(MOST);
  });
});
