/** For the fuzzers of this folder: rows of tokens, expressions, and what they read. */
import * as fc from 'fast-check';
import type { Json } from '../base/index.ts';
import { FUNCTION_NAMES } from './functions/registry.ts';
import { ROOTS } from './tree/expressionRoots.ts';

/** What the expressions read. */
export const FUZZ_ROOTS = {
  input: {
    n: 5,
    text: 'abc',
    numbers: Array.from({ length: 20 }, (_, index) => index),
    list: [1, 'two', null, { a: 1 }],
    map: { a: 1, constructor: 'own' },
    nothing: null,
    deep: { a: { b: [{ c: 1 }] } },
  },
  tasks: { a: { output: { rows: [{ id: 1 }, { id: 2 }] }, status: 'success' } },
  item: 3,
} satisfies Record<string, Json>;

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
const WORDS = [...ROOTS.map((root) => root.name), ...FUNCTION_NAMES, ...HOSTILE, 'x', 'n', 'a', 'true', 'null', 'in'];
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

/** A token, or what looks like one. */
export const anyToken = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 4, arbitrary: fc.constantFrom(...SIGNS) },
  fc.constantFrom("'a'", "'constructor'", "'__proto__'", '0', '1', '2.5', "'", '"', '😀', 'é', '\ud800'),
);

/** Expressions that mostly can be read. They name hostile keys, call functions with anything, and read what is missing. */
const grammar = fc.letrec<{ node: string; name: string; arrow: string }>((tie) => ({
  name: fc.constantFrom(
    'input',
    'tasks',
    'item',
    'input.list',
    'input.map',
    'input.text',
    'tasks.a.output.rows',
    'input.numbers',
    'missing.key',
    ...HOSTILE,
  ),
  arrow: fc.tuple(fc.constantFrom('x', '(x, i)', '()'), tie('node')).map(([head, body]) => `${head} => ${body}`),
  node: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom('1', "'a'", 'null', 'true', '0.5', 'x', 'i', "'__proto__'"),
    tie('name'),
    fc.tuple(tie('node'), fc.constantFrom(...HOSTILE, 'a', 'list')).map(([node, key]) => `${node}.${key}`),
    fc.tuple(tie('node'), tie('node')).map(([node, index]) => `(${node})[${index}]`),
    fc.tuple(tie('name'), tie('node')).map(([name, index]) => `${name}?.[${index}].a`),
    fc.tuple(tie('name'), fc.constantFrom(...HOSTILE, 'a', 'list')).map(([name, key]) => `${name}?.${key}?.b`),
    tie('node').map((node) => `-(${node})`),
    fc
      .tuple(tie('node'), fc.constantFrom('+', '-', '*', '/', '==', '<', '&&', '||', '??', 'in'), tie('node'))
      .map((parts) => `(${parts.join(' ')})`),
    fc.tuple(tie('node'), tie('node'), tie('node')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.array(tie('node'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(fc.constantFrom('a', "'__proto__'", 'constructor'), tie('node')), { maxLength: 3 })
      .map((entries) => `{${entries.map(([key, value]) => `${key}: ${value}`).join(', ')}}`),
    fc
      .tuple(fc.constantFrom(...FUNCTION_NAMES), fc.array(tie('node'), { maxLength: 3 }))
      .map(([name, args]) => `${name}(${args.join(', ')})`),
    fc
      .tuple(fc.constantFrom('map', 'filter', 'find', 'some', 'every', 'sort', 'groupBy'), tie('node'), tie('arrow'))
      .map(([name, list, arrow]) => `${name}(${list}, ${arrow})`),
    fc.tuple(tie('node'), fc.constantFrom(...FUNCTION_NAMES)).map(([node, name]) => `(${node} | ${name})`),
  ),
}));

export const anyExpression = grammar.node;
