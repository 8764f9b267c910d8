import { expect, test } from 'vitest';
import type { Json } from '../base/index.ts';
import { evaluateTemplate, parseTemplate } from '../expression/index.ts';
import { toExpression } from './goTemplate.ts';

const VALUES: Record<string, Json> = {
  a: 1,
  b: 5,
  c: 2,
  d: 3,
  x: 1,
  yes: true,
  no: false,
  none: null,
  rows: [{ name: 'first', tags: ['p', 'q'] }, { name: 'second' }],
  word: 'a "b"',
};

const SCOPE = { root: (name: string) => (name === 'input' ? VALUES : undefined), now: () => 0, random: () => 0 };

/** What the template gives here, with every root read of the input. */
function evaluate(template: string): unknown {
  const expression = toExpression(template, (root) => `input.${root}`);
  if (expression === null) return 'not convertible';
  const result = evaluateTemplate(parseTemplate(`{{ ${expression} }}`), SCOPE);
  return result.ok ? result.value.value : result.error.message;
}

test.each<[string, unknown]>([
  ['and (or (eq .x 1) (eq .b 2)) (eq .c 3)', false],
  ['or (and (eq .x 1) (eq .b 2)) (and (eq .x 1) (eq .b 5))', true],
  ['not (and (eq .a 1) (eq .b 2))', true],
  ['not (not (and .yes .no))', false],
  ['mul 2 (sub (add .a .b) (add .c .d))', 2],
  ['sub (add .a .b) (sub (add .c .d) (add .a .a))', 3],
  ['len (default .rows (index .rows 0 "tags"))', 2],
  ['add (len .rows) (.none | default .b)', 7],
  ['eq (index (default .rows .none) 0 "name") "first"', true],
  ['and (hasKey (index .rows 0) "name") (not (hasKey (index .rows 1) "tags"))', true],
  ['(index .rows 1).name', 'second'],
  ['join "," (index .rows 0 "tags")', 'p,q'],
  ['.rows | len | add 1', 3],
  ['eq .word `a "b"`', true],
  ['eq `(` (default ")" .none)', false],
])('the template {{ %s }} gives what it gave', (template, value) => {
  expect(evaluate(template)).toEqual(value);
});

test.each([
  'default 1 .a .b',
  'default 1',
  'hasKey .rows "a" "b"',
  'join "," .rows .rows',
  'contains "a" "b" "c"',
  'not .yes .no',
  'not',
  'index .rows',
  'eq .a 1 2',
])('the template {{ %s }} has no counterpart', (template) => {
  expect(toExpression(template, (root) => root)).toBeNull();
});

test('each key of an index is kept', () => {
  expect(toExpression('index .a "b" 0 .c', (root) => root)).toBe('a["b"][0][c]');
  expect(toExpression('index (or .a .b) 0', (root) => root)).toBe('(a || b)[0]');
});
