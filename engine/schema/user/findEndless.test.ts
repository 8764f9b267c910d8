import { describe, expect, test } from 'vitest';
import { checkSchema } from './checkSchema.ts';
import { validateJson } from './validateJson.ts';

/** Definitions of which each refers to the next one twice. */
function doubling(count: number, keyword: string): Record<string, object> {
  const names = Array.from({ length: count }, (_, index) => index);
  return {
    ...Object.fromEntries(
      names.map((n) => [`d${n}`, { [keyword]: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] }]),
    ),
    [`d${count}`]: { type: 'string' },
  };
}

function chain(count: number): Record<string, object> {
  const names = Array.from({ length: count }, (_, index) => index);
  return {
    ...Object.fromEntries(names.map((n) => [`d${n}`, { $ref: `#/$defs/d${n + 1}` }])),
    [`d${count}`]: { type: 'string' },
  };
}

describe('a schema that no value can be checked against is invalid', () => {
  test.each<[string, object, string, RegExp]>([
    ['is itself', { $ref: '#' }, '', /refers to itself for the same value/],
    [
      'is a definition that is itself by way of another',
      {
        properties: { x: { $ref: '#/$defs/a' } },
        $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } },
      },
      '/properties/x',
      /refers to itself/,
    ],
    [
      'is one of its alternatives',
      { type: 'object', anyOf: [{ type: 'null' }, { $ref: '#' }] },
      '',
      /refers to itself/,
    ],
    ['is its own negation', { items: { $anchor: 'me', not: { $ref: '#me' } } }, '/items', /refers to itself/],
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    ['is its own consequence', { if: { type: 'string' }, then: { $ref: '#' } }, '', /refers to itself/],
    ['depends on itself', { dependentSchemas: { a: { $ref: '#' } } }, '', /refers to itself/],
    [
      'has alternatives that multiply',
      { properties: { x: { $ref: '#/$defs/d0' } }, $defs: doubling(30, 'anyOf') },
      '/properties/x',
      /more than 1000000 steps/,
    ],
    ['is all of very many', { $ref: '#/$defs/d0', $defs: doubling(25, 'allOf') }, '', /more than 1000000 steps/],
    ['is at the end of a long chain', { $ref: '#/$defs/d0', $defs: chain(2000) }, '', /follow one from another/],
  ])('that %s', (_, schema, path, message) => {
    expect(checkSchema(schema as never)).toEqual([{ path, kind: 'invalid', message: expect.stringMatching(message) }]);
  });

  test.each<[string, object, object]>([
    ['a tree', { type: 'object', properties: { left: { $ref: '#' }, right: { $ref: '#' } } }, { left: { right: {} } }],
    ['a list of itself', { type: 'array', items: { $ref: '#' } }, [[], [[]]]],
    ['a choice deep inside', { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#' } }] }, ['a', ['b']]],
    ['alternatives within the bound', { $ref: '#/$defs/d0', $defs: doubling(12, 'anyOf') }, 'a' as never],
    ['a chain within the bound', { $ref: '#/$defs/d0', $defs: chain(300) }, 'a' as never],
  ])('and %s is not', (_, schema, value) => {
    expect(checkSchema(schema as never)).toEqual([]);
    expect(validateJson(schema as never, value as never).errors).toEqual([]);
  });
});
