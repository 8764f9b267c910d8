import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../base/index.ts';
import { findingsIn, ORDERS } from './testing.ts';

beforeAll(() => loadPatterns());

const WAIT = `tasks:
  - id: ask
    type: wait
    config:
      signal: go
      signal_schema: { type: object, properties: { ok: { type: boolean } } }
      timeout: 1h
      check_interval: 1m
`;

test.each([
  ['extra: 1\ntests: []', ['TEST_FORMAT extra']],
  ['tests: [{ name: a, expects: {} }]', ['TEST_FORMAT expects']],
  ['tests: [{ name: a, answers: { fetc: simulate } }]', ['TEST_TASK fetc']],
  ['tests: [{ name: a, answers: { count: simulate } }]', ['TEST_ANSWER count']],
  ['tests: [{ name: a, answers: { fetch: { output: { status: many } } } }]', ['TEST_ANSWER status']],
  ['tests: [{ name: a, answers: { fetch: { outpt: 1 } } }]', ['TEST_ANSWER fetch']],
  ['tests: [{ name: a, answers: { fetch: [] } }]', ['TEST_ANSWER fetch']],
  ['tests: [{ name: a, expect: { within: soon } }]', ['TEST_DURATION within']],
  ['tests: [{ name: a, expect: { path: [fetch, count] } }]', []],
  ['tests: [{ name: a, expect: { path: [count, fetch] } }]', ['TEST_PATH fetch']],
  ['tests: [{ name: a, expect: { path: [fetch, fetch] } }]', ['TEST_PATH fetch']],
  ['tests: [{ name: a, expect: { never: [nobody] } }]', ['TEST_TASK nobody']],
  [
    'tests: [{ name: a, expect: { that: ["{{ 1 + }}", "{{ nothing }}"] } }]',
    ['TEST_EXPRESSION "{{ 1 + }}"', 'TEST_EXPRESSION "{{ nothing }}"'],
  ],
  ['tests: [{ name: a }, { name: a }]', ['TEST_NAME name']],
])('%s', (text, expected) => {
  expect(findingsIn(ORDERS, text)).toEqual(expected);
});

test('tasks that run beside each other start in any order, and those of ways that exclude each other do not', () => {
  const flow = `tasks:
  - { id: a, type: basic, on_success: { next: [b, c] }, on_error: { next: e } }
  - { id: b, type: basic, on_success: { next: d } }
  - { id: c, type: basic, on_success: { next: d } }
  - { id: d, type: basic }
  - { id: e, type: basic, on_complete: { next: f }, on_success: { next: g } }
  - { id: f, type: basic }
  - { id: g, type: basic }
`;
  const path = (names: string) => findingsIn(flow, `tests: [{ name: a, expect: { path: [${names}] } }]`);
  for (const names of ['a, b, c, d', 'a, c, b, d', 'a, d, c', 'e, g, f']) expect(path(names), names).toEqual([]);
  expect(path('b, e')).toEqual(['TEST_PATH e']);
  expect(path('b, a')).toEqual(['TEST_PATH a']);
});

test('what a hook leads to starts again and again, and what two ways of one task lead to starts twice', () => {
  const flow = `tasks:
  - { id: a, type: collection, use: core:log, config: { items: [1, 2] }, on_item_success: { next: b }, on_success: { next: d } }
  - { id: b, type: basic, on_success: { next: c } }
  - { id: c, type: basic }
  - { id: d, type: basic, on_start: { next: e }, on_success: { next: e } }
  - { id: e, type: basic }
`;
  const path = (names: string) => findingsIn(flow, `tests: [{ name: a, expect: { path: [${names}] } }]`);
  for (const names of ['a, b, b, c, c, d', 'b, c, b, c', 'd, e, e']) expect(path(names), names).toEqual([]);
  expect(path('d, d')).toEqual(['TEST_PATH d']);
});

test('a signal is one that somebody waits for, with what fits its schema', () => {
  expect(findingsIn(WAIT, 'tests: [{ name: a, signals: [{ name: go, payload: { ok: true } }] }]')).toEqual([]);
  expect(findingsIn(WAIT, 'tests: [{ name: a, signals: [{ name: stop }] }]')).toEqual(['TEST_SIGNAL name']);
  expect(findingsIn(WAIT, 'tests: [{ name: a, signals: [{ name: go, payload: { ok: 1 } }] }]')).toEqual([
    'TEST_SIGNAL ok',
  ]);
});

test('broken YAML is told at its place', () => {
  expect(findingsIn(ORDERS, 'tests: [').map((finding) => finding.split(' ')[0])).toEqual(['SYNTAX_ERROR']);
});
