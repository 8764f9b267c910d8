import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Json, type JsonObject, toData } from '../base/index.ts';
import { evaluateTemplate, FUNCTION_NAMES, parseBareTemplate } from '../expression/index.ts';
import { validateJson } from '../schema/index.ts';
import { numRuns } from '../testing/index.ts';
import { inferTemplate } from './knownOf.ts';
import type { Shape } from './Shape.ts';
import { shapeOfSchema } from './shapeOfSchema.ts';
import { misfit } from './testing.ts';

/** A schema with a value that fits it. */
interface TypedSample {
  readonly schema: Json;
  readonly value: Json;
}

const LEAVES: readonly fc.Arbitrary<TypedSample>[] = [
  fc.constantFrom('', 'a', '2026-01-01', '7').map((value) => ({ schema: { type: 'string' }, value })),
  fc.constantFrom(0, 1, -2.5).map((value) => ({ schema: { type: 'number' }, value })),
  fc.boolean().map((value) => ({ schema: { type: 'boolean' }, value })),
  fc.constantFrom('a', 'b').map((value) => ({ schema: { enum: ['a', 'b'] }, value })),
  fc.constantFrom(null, 'a').map((value) => ({ schema: { type: ['string', 'null'] }, value })),
  fc.constantFrom<Json>(1, 'a', null, [1], { a: 'x' }).map((value) => ({ schema: true, value })),
  fc.constantFrom(0, true).map((value) => ({ schema: { enum: [0, true, null] }, value })),
];

const samples = fc.letrec<{ sample: TypedSample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(...LEAVES),
    fc.tuple(tie('sample'), fc.nat(2)).map(([{ schema, value }, count]) => ({
      schema: { type: 'array', items: schema },
      value: Array.from({ length: count }, () => value),
    })),
    fc
      .record({
        entries: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('sample'), { maxKeys: 3, noNullPrototype: true }),
        left: fc.constantFrom('', 'a', 'b'),
        closed: fc.boolean(),
      })
      .map(({ entries, left, closed }) => toMap(Object.entries(entries), { left, closed })),
    fc
      .tuple(tie('sample'), tie('sample'))
      .map(([a, b]) => ({ schema: { anyOf: [a.schema, b.schema] }, value: a.value })),
  ),
}));

/** A map in which the key `left` is not required, and missing. */
function toMap(
  entries: readonly (readonly [string, TypedSample])[],
  how: { left: string; closed: boolean },
): TypedSample {
  const kept = entries.filter(([key]) => key !== how.left);
  const value: JsonObject = Object.fromEntries(kept.map(([key, sample]) => [key, sample.value]));
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(entries.map(([key, { schema }]) => [key, schema])),
      required: kept.map(([key]) => key),
      ...(how.closed ? { additionalProperties: false } : {}),
    },
    value: how.closed ? value : { ...value, more: 1 },
  };
}

const ARROWED = ['map', 'filter', 'find', 'some', 'every', 'sort', 'groupBy'];

const sources = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('input', 'item', 'input', 'item.a', 'input.b', 'input[0]', 'x', 'x.a', 'i'),
    fc.constantFrom('1', "'a'", 'null', 'true', '0', "''", "'b'", '[]', '{}', '[1, null]'),
    fc.tuple(tie('node'), fc.constantFrom('.a', '.b', '?.c', '[0]', "['a']")).map(([node, key]) => `(${node})${key}`),
    fc.tuple(tie('node'), tie('node')).map(([node, index]) => `(${node})[${index}]`),
    fc
      .tuple(tie('node'), fc.constantFrom('+', '-', '==', '<', '&&', '||', '??', 'in', '%'), tie('node'))
      .map((parts) => `(${parts.join(' ')})`),
    fc.tuple(fc.constantFrom('!', '-'), tie('node')).map(([sign, node]) => `${sign}(${node})`),
    fc.tuple(tie('node'), tie('node'), tie('node')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.array(tie('node'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `{a: ${a}, b: ${b}}`),
    fc
      .tuple(fc.constantFrom(...FUNCTION_NAMES), fc.array(tie('node'), { minLength: 1, maxLength: 3 }))
      .map(([name, args]) => `${name}(${args.join(', ')})`),
    fc
      .tuple(fc.constantFrom(...ARROWED), tie('node'), tie('node'))
      .map(([name, list, body]) => `${name}(${list}, ${name === 'sort' ? 'x' : '(x, i)'} => ${body})`),
    fc
      .tuple(tie('node'), tie('node'), tie('node'))
      .map(([list, body, start]) => `reduce(${list}, (acc, x, i) => ${body.replaceAll('item', 'acc')}, ${start})`),
    fc
      .tuple(fc.constantFrom('merge', 'pick', 'omit'), tie('node'), fc.constantFrom("'a'", "['a', 'b']", '{a: 1}'))
      .map(([name, map, other]) => `${name}(${map}, ${other})`),
  ),
}));

const shapeOf = ({ schema }: TypedSample): Shape => shapeOfSchema(toData(schema));

it('holds every value that an expression gives', () => {
  const count = numRuns(1_500, 15_000);
  let evaluated = 0;
  let known = 0;
  fc.assert(
    fc.property(samples.sample, samples.sample, sources.node, (input, item, source) => {
      fc.pre(validateJson(input.schema, input.value).errors.length === 0);
      fc.pre(validateJson(item.schema, item.value).errors.length === 0);
      const template = parseBareTemplate(source);
      const values: Readonly<Record<string, Json>> = { input: input.value, item: item.value };
      const shapes: Readonly<Record<string, Shape>> = { input: shapeOf(input), item: shapeOf(item) };
      const shape = inferTemplate(template, { root: (name) => shapes[name] });
      const result = evaluateTemplate(template, { root: (name) => values[name], now: () => 0, random: () => 0 });
      if (!result.ok) return;
      evaluated += 1;
      if (shape.kinds !== null) known += 1;
      expect(misfit(result.value.value, shape), source).toBeUndefined();
    }),
    { numRuns: count },
  );
  // Anything holds everything: that alone would prove nothing.
  expect(evaluated / count).toBeGreaterThan(0.2);
  expect(known / evaluated).toBeGreaterThan(0.6);
});

it('holds every value that fits a schema', () => {
  fc.assert(
    fc.property(samples.sample, (sample) => {
      expect(misfit(sample.value, shapeOf(sample))).toBeUndefined();
    }),
    { numRuns: numRuns(1_000, 3_000) },
  );
});

it('answers for any text and any tree', () => {
  const token = fc.constantFrom(
    'input',
    '.',
    '[',
    ']',
    '(',
    ')',
    '=>',
    'x',
    '|',
    'map',
    ',',
    '{',
    '}',
    ':',
    '?',
    '+',
    '1',
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 25 }), (tokens) => {
      inferTemplate(parseBareTemplate(tokens.join(' ')), { root: () => undefined });
    }),
    { numRuns: numRuns(1_000, 3_000) },
  );
});
