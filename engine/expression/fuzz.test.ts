import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../base/index.ts';
import { numRuns } from '../testing/index.ts';
import { evaluateTemplate } from './evaluateTemplate.ts';
import { FUNCTIONS } from './functions/describeFunctions.ts';
import { parseExpression } from './parseExpression.ts';
import { parseTemplate } from './parseTemplate.ts';
import { ROOTS } from './roots.ts';
import { evaluateExpression, testScope } from './testing.ts';

/** Everything that could be changed by an escape: names and prototypes of the globals. */
function fingerprint(): string {
  const prototypes = [Object, Array, Function, String, Number, Boolean, RegExp, Promise, Map, Set, Error].map(
    (constructor) => Object.getOwnPropertyNames(constructor.prototype).sort().join(),
  );
  return [Object.getOwnPropertyNames(globalThis).sort().join(), ...prototypes].join('\n');
}

function holdsOnlyData(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return Object.getPrototypeOf(value) === Array.prototype && value.every(holdsOnlyData);
  return (
    Object.getPrototypeOf(value) === Object.prototype &&
    Reflect.ownKeys(value).every(
      (key) => typeof key === 'string' && holdsOnlyData(Object.getOwnPropertyDescriptor(value, key)?.value),
    )
  );
}

const roots = {
  input: {
    n: 5,
    text: 'abc',
    list: [1, 'two', null, { a: 1 }],
    map: { a: 1, constructor: 'own' },
    nothing: null,
    deep: { a: { b: [{ c: 1 }] } },
  },
  tasks: { a: { output: { rows: [{ id: 1 }, { id: 2 }] }, status: 'success' } },
  item: 3,
} satisfies Record<string, Json>;

function check(source: string): boolean {
  const result = evaluateExpression(parseExpression(source), testScope(roots));
  if (result.ok) expect(holdsOnlyData(result.value.value)).toBe(true);
  else expect(result.error.end).toBeGreaterThanOrEqual(result.error.start);
  return result.ok;
}

const HOSTILE = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'apply',
  'call',
  'bind',
  'globalThis',
  'process',
  'Function',
  'eval',
  'this',
  'arguments',
  'require',
  'import',
];
const WORDS = [
  ...ROOTS.map((root) => root.name),
  ...FUNCTIONS.map((fn) => fn.name),
  ...HOSTILE,
  'x',
  'n',
  'a',
  'true',
  'null',
  'in',
];
const SIGNS = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '&&',
  '||',
  '??',
  '?',
  ':',
  '?.',
  '.',
  ',',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '|',
  '=>',
  '!',
  ' ',
  '=',
  '`',
  '\\',
  '\n',
];

const token = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 4, arbitrary: fc.constantFrom(...SIGNS) },
  fc.constantFrom("'a'", "'constructor'", "'__proto__'", '0', '1', '2.5', "'", '"', '😀', 'é', '\ud800'),
);

const grammar = fc.letrec<{ node: string; name: string; arrow: string }>((tie) => ({
  name: fc.constantFrom(
    'input',
    'tasks',
    'item',
    'input.list',
    'input.map',
    'input.text',
    'tasks.a.output.rows',
    ...HOSTILE,
  ),
  arrow: fc.tuple(fc.constantFrom('x', '(x, i)', '()'), tie('node')).map(([head, body]) => `${head} => ${body}`),
  node: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom('1', "'a'", 'null', 'true', '0.5', 'x', 'i', "'__proto__'"),
    tie('name'),
    fc.tuple(tie('node'), fc.constantFrom(...HOSTILE, 'a', 'list')).map(([node, key]) => `${node}.${key}`),
    fc.tuple(tie('node'), tie('node')).map(([node, index]) => `(${node})[${index}]`),
    fc
      .tuple(tie('node'), fc.constantFrom('+', '-', '*', '/', '==', '<', '&&', '||', '??', 'in'), tie('node'))
      .map((parts) => `(${parts.join(' ')})`),
    fc.tuple(tie('node'), tie('node'), tie('node')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.array(tie('node'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(fc.constantFrom('a', "'__proto__'", 'constructor'), tie('node')), { maxLength: 3 })
      .map((entries) => `{${entries.map(([key, value]) => `${key}: ${value}`).join(', ')}}`),
    fc
      .tuple(fc.constantFrom(...FUNCTIONS.map((fn) => fn.name)), fc.array(tie('node'), { maxLength: 3 }))
      .map(([name, args]) => `${name}(${args.join(', ')})`),
    fc
      .tuple(fc.constantFrom('map', 'filter', 'find', 'some', 'every', 'sort', 'groupBy'), tie('node'), tie('arrow'))
      .map(([name, list, arrow]) => `${name}(${list}, ${arrow})`),
    fc
      .tuple(tie('node'), fc.constantFrom(...FUNCTIONS.map((fn) => fn.name)))
      .map(([node, name]) => `(${node} | ${name})`),
  ),
}));

it('escapes nothing, whatever the grammar allows', () => {
  const before = fingerprint();
  const scope = JSON.stringify(roots);
  let evaluated = 0;
  fc.assert(
    fc.property(grammar.node, (source) => {
      if (check(source)) evaluated += 1;
    }),
    { numRuns: numRuns(20_000) },
  );
  // A fuzzer whose programs all fail would prove nothing.
  expect(evaluated).toBeGreaterThan(4000);
  expect(fingerprint()).toBe(before);
  expect(JSON.stringify(roots)).toBe(scope);
});

it('answers any row of tokens and any text', () => {
  const before = fingerprint();
  fc.assert(
    fc.property(fc.array(token, { maxLength: 20 }), fc.boolean(), (tokens, hasBlanks) => {
      check(tokens.join(hasBlanks ? ' ' : ''));
    }),
    { numRuns: numRuns(20_000) },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (source) => void check(source)),
    { numRuns: numRuns(100) },
  );
  expect(fingerprint()).toBe(before);
});

it('answers any text as a template, and gives every place inside it', () => {
  const piece = fc.oneof(token, fc.constantFrom('{{', '}}', '\\{{', '{{ input.n }}', ' '));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const source = pieces.join('');
      const template = parseTemplate(source);
      for (const { start, end } of [
        ...template.errors,
        ...template.expressions,
        ...template.expressions.flatMap((expression) => expression.references),
      ]) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(source.length);
        expect(start).toBeLessThanOrEqual(end);
      }
      const result = evaluateTemplate(template, testScope(roots));
      expect(result.ok).toBe(result.ok && template.errors.length === 0);
    }),
    { numRuns: numRuns(5000) },
  );
});
