import { describe, expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import { checkSchema } from './checkSchema.ts';
import { validateJson } from './validateJson.ts';

const errors = (schema: Json, value: Json) =>
  validateJson(schema, value).errors.map(({ path, message }) => `${path} ${message}`);

describe('validateJson', () => {
  test.each<[Json, Json, string[]]>([
    [{ type: 'object', required: ['name'] }, {}, [' is missing "name"']],
    [{ properties: { n: { type: 'number' } } }, { n: 'x' }, ['/n must be a number, not text "x"']],
    [{ properties: { n: { type: ['integer', 'null'] } } }, { n: 1.5 }, ['/n must be a whole number or null, not 1.5']],
    [{ items: { enum: ['a', 'b'] } }, ['a', 'c'], ['/1 must be one of "a", "b", not "c"']],
    [{ minimum: 3 }, 2, [' must be at least 3']],
    [{ maxLength: 2 }, 'abc', [' must have at most 2 characters']],
    [{ type: 'string', minLength: 1 }, '', [' must not be empty']],
    [{ format: 'email' }, 'no-email', [' must be a valid email']],
    [{ pattern: '^a+$' }, 'b', [' must match ^a+$']],
    [{ const: 5 }, 6, [' must be 5']],
    [{ uniqueItems: true }, [1, 2, 1], [' has two equal items']],
    [{ uniqueItems: true }, [1, 2, '1'], []],
    [{ properties: { a: {} }, additionalProperties: false }, { a: 1, b: 2 }, ['/b is not expected here']],
    [
      { $defs: { n: { type: 'number' } }, properties: { a: { $ref: '#/$defs/n' } } },
      { a: 'x' },
      ['/a must be a number, not text "x"'],
    ],
    [{ allOf: [{ minimum: 3 }, { multipleOf: 2 }] }, 1, [' must be at least 3', ' must be a multiple of 2']],
    [{ anyOf: [{ type: 'number', minimum: 3 }, { type: 'string' }] }, 1, [' must be at least 3']],
    [{ anyOf: [{ type: 'number' }, { type: 'string' }] }, true, [' fits none of the forms that are allowed']],
    [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 5, [' fits more than one of the forms where exactly one is allowed']],
    [{ not: { type: 'string' } }, 'x', [' has a form that is not allowed']],
    [
      { patternProperties: { '^x': { type: 'number' } }, additionalProperties: false },
      { xa: 1, xb: 'n', y: 1 },
      ['/xb must be a number, not text "n"', '/y is not expected here'],
    ],
    [{ propertyNames: { pattern: '^[a-z]+$' } }, { ab: 1, A: 1 }, ['/A has a name that must match ^[a-z]+$']],
    [
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      { if: { properties: { k: { const: 'a' } } }, then: { required: ['x'] }, else: { required: ['y'] } },
      { k: 'a' },
      [' is missing "x"'],
    ],
    [
      { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      ['a', 'b'],
      ['/1 must be a number, not text "b"'],
    ],
    [{ format: 'anything' }, 'x', []],
    [true, 'x', []],
  ])('%j on %j', (schema, value, expected) => {
    expect(errors(schema, value)).toEqual(expected);
  });

  test('reads own properties only', () => {
    expect(errors({ required: ['constructor'] }, {})).toEqual([' is missing "constructor"']);
    expect(errors({ properties: { toString: { type: 'number' } } }, {})).toEqual([]);
    const evil: Json = JSON.parse('{"__proto__": {"a": 1}}');
    const properties: Json = JSON.parse('{"__proto__": {"required": ["b"]}}');
    expect(errors({ properties }, evil)).toEqual(['/__proto__ is missing "b"']);
    expect(errors({ enum: [evil] }, evil)).toEqual([]);
  });

  test('a pattern cannot run away', () => {
    const text = `${'a'.repeat(50_000)}!`;
    expect(errors({ pattern: '^(a+)+$' }, text)).toEqual([' must match ^(a+)+$']);
    expect(errors({ patternProperties: { '^(a+)+$': false } }, { [text]: 1 })).toEqual([]);
  });

  test('a schema that refers to itself cannot run away', () => {
    const twice: Json = { anyOf: [{ $ref: '#/$defs/t' }, { $ref: '#/$defs/t' }] };
    const schema: Json = { $ref: '#/$defs/t', $defs: { t: { properties: { a: twice }, required: ['b'] } } };
    let deep: Json = {};
    for (let level = 0; level < 60; level++) deep = { a: deep };
    expect(validateJson(schema, deep).errors).toMatchObject([{ keyword: 'limit' }]);
    expect(validateJson({ $ref: '#' }, 1).errors).toMatchObject([{ keyword: 'limit' }]);
  });

  test('values and schemas beyond the limits are refused, broken schemas too', () => {
    let deep: Json = 1;
    for (let level = 0; level < 200; level++) deep = [deep];
    expect(validateJson({}, deep).errors).toMatchObject([{ keyword: 'limit' }]);
    expect(
      validateJson(
        {},
        Array.from({ length: 2_100_000 }, () => 0),
      ).errors,
    ).toMatchObject([{ keyword: 'limit' }]);
    let schema: Json = {};
    for (let level = 0; level < 200; level++) schema = { items: schema };
    expect(validateJson(schema, []).errors).toMatchObject([{ keyword: 'limit' }]);
    expect(validateJson({ $ref: '#/nowhere' }, 1).errors).toMatchObject([{ keyword: 'limit' }]);
    expect(validateJson({ $id: 'http://[' }, 1).errors).toMatchObject([{ keyword: 'limit' }]);
  });

  test('judges the value after it was changed', () => {
    const schema: Json = { items: { type: 'number' }, uniqueItems: true };
    expect(validateJson(schema, ['1', 1], { coerce: true }).errors).toMatchObject([{ keyword: 'uniqueItems' }]);
  });

  test('leaves the value as it is unless asked', () => {
    const value: Json = { n: '3' };
    const schema: Json = { properties: { n: { type: 'number' }, d: { default: 1 } } };
    expect(validateJson(schema, value).value).toBe(value);
    expect(validateJson(schema, value).errors).toHaveLength(1);
  });

  test('fills defaults, also through references and inside lists', () => {
    const schema: Json = {
      $defs: { size: { type: 'number', default: 10 } },
      properties: {
        size: { $ref: '#/$defs/size' },
        list: { items: { properties: { on: { default: true } } } },
        none: { properties: { x: { default: 1 } } },
        nested: { default: {}, properties: { x: { default: 1 } } },
      },
    };
    expect(validateJson(schema, { list: [{}, { on: false }] }, { fillDefaults: true })).toEqual({
      value: { list: [{ on: true }, { on: false }], size: 10, nested: { x: 1 } },
      errors: [],
    });
  });

  test.each<[Json, Json, Json]>([
    ['number', '4.5', 4.5],
    ['integer', ' 3 ', 3],
    ['integer', '3.5', '3.5'],
    ['number', '', ''],
    ['boolean', 'true', true],
    ['boolean', 0, false],
    ['string', 12, '12'],
    ['string', null, null],
    [['number', 'string'], '5', '5'],
  ])('coerces to %j from %j', (type, value, expected) => {
    expect(validateJson({ type }, value, { coerce: true }).value).toEqual(expected);
  });
});

describe('checkSchema', () => {
  test.each<Json>([
    {},
    {
      type: 'object',
      properties: { a: { type: ['string', 'null'] }, properties: { type: 'number' } },
      required: ['a'],
    },
    { $defs: { t: { items: { $ref: '#' } } }, $ref: '#/$defs/t' },
    { $defs: { t: { $anchor: 'here' } }, items: { $ref: '#here' } },
    { definitions: { a: true }, items: [{ $ref: '#/definitions/a' }], dependencies: { a: ['b'], c: {} } },
    { 'x-note': 1 },
    { enum: [{ query: { type: 5 } }], default: { type: 5 } },
  ])('accepts %j', (schema) => {
    expect(checkSchema(schema)).toEqual([]);
  });

  test.each<[Json, string]>([
    [5, ''],
    [{ type: 'str' }, '/type'],
    [{ type: ['string', 'any'] }, '/type'],
    [{ properties: [] }, '/properties'],
    [{ properties: { a: 'string' } }, '/properties/a'],
    [{ properties: { a: { required: true } } }, '/properties/a/required'],
    [{ items: { minimum: '3' } }, '/items/minimum'],
    [{ minLength: -1 }, '/minLength'],
    [{ enum: 'a' }, '/enum'],
    [{ pattern: '(' }, '/pattern'],
    [{ pattern: '(?=a)' }, '/pattern'],
    [{ patternProperties: { '[': {} } }, '/patternProperties/['],
    [{ anyOf: {} }, '/anyOf'],
    [{ items: { $ref: '#/$defs/none' } }, '/items/$ref'],
    [{ $ref: 'other.json' }, '/$ref'],
  ])('finds what is wrong with %j', (schema, path) => {
    expect(checkSchema(schema)).toMatchObject([{ path, kind: 'invalid' }]);
  });

  test('a map of fields in the place of a schema is suspicious', () => {
    expect(checkSchema({ query: { type: 'string' } })).toMatchObject([{ path: '/query', kind: 'suspicious' }]);
  });
});
