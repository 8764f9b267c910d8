import { dereference, validate } from '@cfworker/json-schema';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject, type Json } from '../../base/index.ts';
import { checkValue } from './checkValue.ts';
import { compileSchema } from './compileSchema.ts';
import { validateJson } from './validateJson.ts';

const key = fc.constantFrom('a', 'b', 'c', 'ab', '__proto__', 'x/y~z');

/** Few different values, so that schemas often fit. */
const { value } = fc.letrec<{ value: Json; list: Json; map: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<Json>(null, true, false, 0, 1, 2, -1.5, 0.3, 6, '', 'a', 'ab', 'b', '2026-01-31', 'a@b.c', '😀x'),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  map: fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
}));

const count = fc.nat({ max: 3 });
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null');
const names = fc.uniqueArray(key, { maxLength: 3 });

/** A schema of few keywords, with references to definitions and to itself below a property. */
const { schema } = fc.letrec<{ schema: Json; keywords: Json; many: Json; byName: Json }>((tie) => {
  const part = tie('schema');
  const optional = {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    const: value,
    enum: fc.array(value, { maxLength: 4 }),
    not: part,
    anyOf: tie('many'),
    allOf: tie('many'),
    oneOf: tie('many'),
    if: part,
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: part,
    else: part,
    required: names,
    properties: tie('byName'),
    patternProperties: fc.record({ '^a': part, b$: part }, { requiredKeys: [] }),
    additionalProperties: part,
    unevaluatedProperties: part,
    propertyNames: part,
    minProperties: count,
    maxProperties: count,
    dependentRequired: fc.dictionary(fc.constantFrom('a', 'b'), names, { noNullPrototype: true }),
    dependentSchemas: tie('byName'),
    dependencies: fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(names, part), { noNullPrototype: true }),
    prefixItems: tie('many'),
    items: fc.oneof(part, tie('many')),
    additionalItems: part,
    unevaluatedItems: part,
    contains: part,
    minContains: count,
    maxContains: count,
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    minimum: count,
    maximum: count,
    exclusiveMinimum: count,
    exclusiveMaximum: count,
    multipleOf: fc.constantFrom(0.1, 0.5, 2, 3, 1e-3),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom('^a', 'b$', '^[ab]+$', ''),
    format: fc.constantFrom('email', 'date', 'uuid', 'unknown-format'),
    $ref: fc.constantFrom('#/$defs/d', '#named'),
  };
  return {
    schema: fc.oneof({ maxDepth: 3, depthSize: 'small' }, fc.boolean(), tie('keywords')),
    keywords: fc
      .uniqueArray(fc.constantFrom(...Object.entries(optional)), { maxLength: 4, selector: ([name]) => name })
      .chain((entries) => fc.record<Record<string, Json>>(Object.fromEntries(entries))),
    many: fc.array(part, { maxLength: 3 }),
    byName: fc.dictionary(fc.constantFrom('a', 'b', 'ab'), part, { noNullPrototype: true, maxKeys: 3 }),
  };
});

const definitions = { d: { type: 'string', minLength: 1 }, n: { $anchor: 'named', type: ['object', 'array', 'null'] } };

function withDefinitions(each: Json): Json {
  return isJsonObject(each) ? { ...each, $defs: definitions } : each;
}

/** A copy without prototypes, as the other validator needs it. */
function bare(each: unknown): unknown {
  if (Array.isArray(each)) return each.map(bare);
  if (typeof each !== 'object' || each === null) return each;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, inner] of Object.entries(each)) copy[name] = bare(inner);
  return copy;
}

function judgeByOther(each: Json, subject: Json): boolean {
  const copy = bare(each) as Parameters<typeof dereference>[0];
  return validate(bare(subject), copy, '2020-12', dereference(copy), false).valid;
}

test('what is valid is so for an independent validator, and the reverse', () => {
  let valid = 0;
  fc.assert(
    fc.property(schema, value, (each, subject) => {
      const whole = withDefinitions(each);
      const isValid = checkValue(compileSchema(whole), subject).length === 0;
      if (isValid) valid += 1;
      expect(isValid).toBe(judgeByOther(whole, subject));
    }),
    { numRuns: 5_000 },
  );
  expect(valid).toBeGreaterThan(500);
});

test('an invalid value has an error with a place in it, and a message', () => {
  fc.assert(
    fc.property(schema, value, (each, subject) => {
      const { errors } = validateJson(withDefinitions(each), subject);
      for (const { path, message } of errors) {
        expect(path).toMatch(/^(?:\/.*)?$/s);
        expect(message).toMatch(/^(?:must |has |is |fits )/);
      }
    }),
  );
});
