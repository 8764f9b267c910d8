/** For the tests of this folder: schemas and values that are made to take for ever. */
import type { Json, JsonObject } from '../../base/index.ts';

/** The numbers from 0, so many. */
export function numbers(count: number): Json {
  return Array.from({ length: count }, (_, index) => index);
}

function texts(count: number, more = ''): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${more}${index}`);
}

function named(count: number, value: Json = {}): JsonObject {
  return Object.fromEntries(texts(count, 'k').map((key) => [key, value]));
}

/** `count` times, one inside of the other. */
function nested(count: number, wrap: (inner: Json) => Json, core: Json = {}): Json {
  let schema = core;
  for (let level = 0; level < count; level += 1) schema = wrap(schema);
  return schema;
}

const twice = (each: Json): Json => ({ anyOf: [each, each] });

/** What it is, the schema, the value: what some schemas and values would make of a checker without limits. */
export const BOMBS: readonly (readonly [string, Json, Json])[] = [
  ['alternatives over 3,000 numbers', { items: { anyOf: [{ type: 'string' }, { type: 'boolean' }] } }, numbers(3_000)],
  ['alternatives over 100,000 numbers', { items: { oneOf: [{ minimum: 1e9 }, { const: 'x' }] } }, numbers(100_000)],
  [
    '2,000 alternatives over 2,000 numbers',
    { items: { anyOf: texts(2_000).map((text) => ({ const: text })) } },
    numbers(2_000),
  ],
  ['errors in each of 400,000 items', { items: { type: 'string' } }, numbers(400_000)],
  ['alternatives in alternatives', nested(30, (inner) => ({ anyOf: [inner, inner] }), { type: 'string' }), 1],
  [
    'references to alternatives',
    {
      $ref: '#/$defs/t29',
      $defs: Object.fromEntries(
        Array.from({ length: 30 }, (_, n) => [
          `t${n}`,
          n === 0 ? { type: 'string' } : twice({ $ref: `#/$defs/t${n - 1}` }),
        ]),
      ),
    },
    1,
  ],
  [
    'the same by allOf',
    {
      $ref: '#/$defs/t29',
      $defs: Object.fromEntries(
        Array.from({ length: 30 }, (_, n) => [
          `t${n}`,
          n === 0 ? true : { allOf: [{ $ref: `#/$defs/t${n - 1}` }, { $ref: `#/$defs/t${n - 1}` }] },
        ]),
      ),
    },
    1,
  ],
  ['a reference to itself', { $ref: '#' }, 1],
  [
    'two references to each other',
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    1,
  ],
  ['alternatives of itself', { anyOf: [{ $ref: '#' }, { $ref: '#' }] }, 1],
  ['not of itself', { not: { $ref: '#' } }, 1],
  ['an enum of 100,000 over 3,000 items', { items: { enum: texts(100_000) } }, numbers(3_000)],
  [
    'an enum of lists over lists',
    { items: { enum: Array.from({ length: 1_000 }, () => numbers(400)) } },
    Array.from({ length: 100 }, () => [...(numbers(399) as number[]), 'x']),
  ],
  [
    'a constant of 400,000 values over 100 items',
    { items: { not: { const: numbers(4_000) } } },
    Array.from({ length: 100 }, () => numbers(4_000)),
  ],
  [
    '20,000 required names over 10,000 maps',
    { items: { required: texts(20_000) } },
    Array.from({ length: 10_000 }, () => ({})),
  ],
  [
    '20,000 names that depend',
    { items: { dependentRequired: { a: texts(20_000) } } },
    Array.from({ length: 10_000 }, () => ({ a: 1 })),
  ],
  [
    '5,000 properties over 5,000 maps',
    { items: { properties: named(5_000) } },
    Array.from({ length: 5_000 }, () => ({})),
  ],
  [
    '2,000 patterns of names over 2,000 names',
    { patternProperties: Object.fromEntries(texts(2_000).map((text) => [`^x${text}$`, {}])) },
    named(2_000),
  ],
  [
    'names over a schema of names',
    { propertyNames: { anyOf: texts(3_000).map((text) => ({ const: text })) } },
    named(3_000),
  ],
  ['items that are to differ', { uniqueItems: true }, Array.from({ length: 19_000 }, (_, index) => [index])],
  [
    'items that are to differ, large ones',
    { uniqueItems: true },
    Array.from({ length: 400 }, () => [...(numbers(1_000) as number[]), {}]),
  ],
  ['contains, of 400,000', { contains: { type: 'string' } }, numbers(400_000)],
  [
    'properties not looked at',
    { anyOf: texts(200).map(() => ({ properties: named(40) })), unevaluatedProperties: false },
    named(5_000),
  ],
  [
    'a pattern that backtracks',
    { items: { pattern: '^(a|a)*(a|a)*b$' } },
    Array.from({ length: 20 }, () => 'a'.repeat(20_000)),
  ],
  ['a pattern that repeats', { pattern: '((((a{30}){30}){30}){30}){30}' }, 'a'.repeat(1_000)],
  ['a large pattern over a long text', { pattern: '(?:[a-z]{1,500}){1,2}x' }, 'a'.repeat(100_000)],
  ['a format over a long text', { format: 'email' }, `${'a'.repeat(100_000)}@`],
  ['a format over a long address', { format: 'uri' }, `a:${'%'.repeat(100_000)}`],
  ['a format over a long host', { format: 'hostname' }, 'a-'.repeat(100_000)],
  ['a format over a long time', { format: 'duration' }, `P${'1'.repeat(100_000)}`],
  ['a multiple of a tiny number', { items: { multipleOf: 5e-324 } }, Array.from({ length: 5_000 }, () => 1.7e308)],
  ['keys of 1 MB', { additionalProperties: { type: 'string' } }, { ['/~'.repeat(500_000)]: 1 }],
  [
    'addresses in addresses',
    { $id: 'http://a/', items: nested(60, (inner) => ({ $id: 'b/', items: inner })) },
    [[[1]]],
  ],
];
