import { expect, test } from 'vitest';
import { type Json, toData } from '../base/index.ts';
import { ratioToFloor } from '../testing/timing.ts';
import { shapeOfSchema } from './shapeOfSchema.ts';
import { explore, HOSTILE_SCHEMAS } from './testing.ts';

/** Some 20,000 parts, all of which are read. */
const HONEST = {
  properties: Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [
      `list${at}`,
      { items: { anyOf: Array.from({ length: 390 }, () => ({ type: 'string', title: 'One of many' })) } },
    ]),
  ),
};

/** How many times as long as an honest schema of this size: ten times what the slowest takes. */
const MOST = 20;

test.each(HOSTILE_SCHEMAS)('%s does not keep the page busy', async (_, schema) => {
  const ratio = await ratioToFloor(reader(schema), reader(HONEST));
  expect(ratio).toBeLessThan(MOST);
});

/** Reads a schema; each time another copy, since one that was read is known. */
function reader(schema: Json): () => void {
  const copies = Array.from({ length: 5 }, () => toData(schema));
  return () => explore(shapeOfSchema(copies.pop()));
}
