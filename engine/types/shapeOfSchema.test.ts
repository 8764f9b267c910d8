import { expect, test } from 'vitest';
import { type Json, toData } from '../base/index.ts';
import { memberOf } from './combineShapes.ts';
import type { Shape } from './Shape.ts';
import { shapeOfSchema } from './shapeOfSchema.ts';

function shapeOf(schema: Json): Shape {
  return shapeOfSchema(toData(schema));
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Reads as deep as users write, and as wide. */
function explore(shape: Shape, depth: number): void {
  if (depth === 0) return;
  for (const member of [...(shape.members?.values() ?? [])].slice(0, 50)) explore(member(), depth - 1);
  if (shape.items !== undefined) explore(shape.items(), depth - 1);
}

test.each<[string, Json]>([
  ['alternatives of itself', { anyOf: range(30).map(() => ({ $ref: '#' })) }],
  ['all of itself', { allOf: [{ $ref: '#' }, { $ref: '#' }, { $ref: '#' }] }],
  [
    'properties of itself',
    { properties: Object.fromEntries(range(40).map((n) => [`p${n}`, { anyOf: [{ $ref: '#' }, { $ref: '#' }] }])) },
  ],
  [
    '5,000 alternatives of 20 properties each',
    { anyOf: range(5_000).map((n) => ({ properties: Object.fromEntries(range(20).map((m) => [`p${n}_${m}`, {}])) })) },
  ],
  ['an enum of 100,000 in each of 50 alternatives', { anyOf: range(50).map(() => ({ enum: range(100_000) })) }],
])('%s: the page is not held up, and the rest is anything', (_, schema) => {
  const data = toData(schema);
  const before = performance.now();
  explore(shapeOfSchema(data), 4);
  expect(performance.now() - before).toBeLessThan(10_000);
});

test('a schema of ordinary size is read as a whole', () => {
  const kinds = range(60).map((n) => ({
    type: 'object',
    required: ['kind', `p${n}`],
    properties: { kind: { const: n }, [`p${n}`]: { type: 'string' } },
  }));
  const shape = shapeOf({ anyOf: kinds });
  expect([...(shape.members?.keys() ?? [])]).toHaveLength(61);
  expect(memberOf(shape, 'kind').values).toHaveLength(60);
});
