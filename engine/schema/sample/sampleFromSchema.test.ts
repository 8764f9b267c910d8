import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json } from '../../base/index.ts';
import { validateJson } from '../user/validateJson.ts';
import { sampleFromSchema } from './sampleFromSchema.ts';

const SEEDS = Array.from({ length: 40 }, (_, index) => index * 37);

const TICKET: Json = {
  type: 'object',
  properties: {
    ticket_id: { type: 'string' },
    customer_name: { type: 'string' },
    email: { type: 'string', format: 'email' },
    urgency: { enum: ['low', 'high'] },
    score: { type: 'number', minimum: 0, maximum: 1 },
    created_at: { type: 'string', format: 'date-time' },
    summary: { type: 'string', maxLength: 60 },
    tags: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 4, uniqueItems: true },
    homepageUrl: { type: 'string', format: 'uri' },
    amount: { type: 'number' },
    is_paid: { type: 'boolean' },
  },
  required: ['ticket_id', 'urgency'],
};

test('is the same for the same seed and differs between seeds', () => {
  expect(sampleFromSchema(TICKET, 7)).toEqual(sampleFromSchema(TICKET, 7));
  expect(new Set(SEEDS.map((seed) => JSON.stringify(sampleFromSchema(TICKET, seed)))).size).toBeGreaterThan(30);
});

describe('satisfies', () => {
  test.each<[string, Json]>([
    ['a ticket', TICKET],
    [
      'numbers between bounds',
      { type: 'array', minItems: 5, items: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 } },
    ],
    [
      'bounds far from the usual',
      {
        properties: {
          year: { type: 'integer', minimum: 3000, maximum: 3001 },
          score: { type: 'integer', minimum: 1, maximum: 10 },
        },
        required: ['year'],
      },
    ],
    ['multiples', { type: 'number', multipleOf: 0.25, minimum: 1, maximum: 2 }],
    ['patterns', { type: 'string', pattern: '^(?:INV|ORD)-[0-9]{4,6}[a-f]?$' }],
    ['lengths', { type: 'string', minLength: 300, maxLength: 310 }],
    [
      'references that recur',
      {
        $ref: '#/$defs/node',
        $defs: {
          node: {
            type: 'object',
            properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
            required: ['name'],
          },
        },
      },
    ],
    [
      'alternatives',
      { anyOf: [{ type: 'null' }, { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } }] },
    ],
    [
      'joined schemas',
      {
        allOf: [
          { properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { b: { type: 'number' } }, required: ['b'] },
        ],
      },
    ],
    [
      'formats',
      {
        properties: Object.fromEntries(
          'date-time date time email hostname ipv4 ipv6 uri uri-reference uuid duration json-pointer'
            .split(' ')
            .map((format) => [format, { type: 'string', format }]),
        ),
        minProperties: 12,
      },
    ],
    ['maps of one kind', { type: 'object', additionalProperties: { type: 'number' }, minProperties: 2 }],
    ['tuples', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2 }],
    [
      'conditions',
      {
        properties: { kind: { enum: ['a', 'b'] } },
        required: ['kind'],
        if: { properties: { kind: { const: 'a' } } },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { required: ['kind'] },
      },
    ],
  ])('%s', (_, schema) => {
    for (const seed of SEEDS) {
      const value = sampleFromSchema(schema, seed);
      expect(validateJson(schema, value).errors, JSON.stringify(value)).toEqual([]);
    }
  });
});

test('reads like what its names mean', () => {
  const sample = sampleFromSchema(TICKET, 3);
  if (!isJsonObject(sample)) throw new Error('not a map');
  const { ticket_id: id, customer_name: name, email, amount } = sample;
  expect(id).toMatch(/^ticket-\d{4}$/);
  expect(typeof name === 'string' ? name.toLowerCase().replace(' ', '.') : '').toMatch(/^[a-z]+\.[a-z]+$/);
  expect(
    typeof email === 'string' && typeof name === 'string' && email.startsWith(name.toLowerCase().replace(' ', '.')),
  ).toBe(true);
  expect(amount).toBeGreaterThan(10);
  expect(Object.keys(sample)).toEqual(isJsonObject(TICKET) ? Object.keys(TICKET['properties'] ?? {}) : []);
});

test.each<Json>([
  {},
  true,
  null,
  'x',
  { type: 'nonsense' },
  { enum: [] },
  { $ref: '#' },
  { allOf: [{ type: 'string' }, { type: 'number' }] },
])('answers something for %j', (schema) => {
  expect(() => sampleFromSchema(schema, 1)).not.toThrow();
});
