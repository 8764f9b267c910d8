import { expect, test } from 'vitest';
import { hoverAt } from '../hover/hoverAt.ts';
import { atCursor } from '../testing.ts';
import { completionsAt } from './completionsAt.ts';

const FILE = 'shop/orders.test.yaml';
const ORDERS = `tasks:
  - { id: fetch, type: basic, name: Fetch it, use: core:http, with: { url: https://example.com }, on_success: { next: ask } }
  - { id: ask, type: wait, config: { signal: approval, timeout: 1h, check_interval: 1m } }
`;
const CLERK = `agents: [{ id: clerk, use: core:agent, tools: [{ id: find, use: core:http }, { id: pay, use: core:log }] }]
tasks: [{ id: ask, type: basic, use: agent:clerk }]
`;
const files = new Map([
  ['shop/clerk.yaml', CLERK],
  ['shop/orders.yaml', ORDERS],
  ['shop/deep/returns.yaml', 'tasks: [{ id: take, type: basic }]\n'],
  ['other.yaml', ''],
  [FILE, ''],
]);

const complete = (marked: string) => {
  const { analysis, offset } = atCursor(marked, FILE);
  return completionsAt(analysis, offset, { files, variables: ['API_KEY'] });
};
const labels = (marked: string) => complete(marked).map(({ label }) => label);

test.each([
  ['keys of the file, required ones first', '‸', ['tests', 'workflow', 'defaults', 'coverage']],
  ['kinds of coverage', 'coverage:\n  ‸', ['all', 'tasks', 'edges', 'outcomes', 'branches']],
  [
    'keys of a test',
    'tests:\n  - ‸',
    [
      'name',
      'seed',
      'input',
      'env',
      'answers',
      'pins',
      'signals',
      'cassette',
      'match',
      'expect',
      'each',
      'variants',
      'score',
    ],
  ],
  [
    'keys of an answer in a list',
    'tests:\n  - name: a\n    answers:\n      fetch:\n        - ‸',
    ['simulate', 'live', 'output', 'error', 'for', 'tool_calls', 'tool', 'after'],
  ],
  ['what a model calls', 'tests:\n  - name: a\n    answers:\n      fetch: { tool_calls: [{ ‸ }] }', ['name', 'input']],
  [
    'tools of the agent of a task',
    'workflow: clerk.yaml\ntests:\n  - name: a\n    answers:\n      ask: [{ tool: ‸ }]',
    ['find', 'pay'],
  ],
  [
    'tools that a model may call',
    'workflow: clerk.yaml\ntests:\n  - name: a\n    answers:\n      ask: { tool_calls: [{ name: ‸ }] }',
    ['find', 'pay'],
  ],
  ['workflows below its folder', 'workflow: ‸', ['clerk.yaml', 'orders.yaml', 'deep/returns.yaml']],
  ['tasks to be answered', 'tests:\n  - name: a\n    answers:\n      ‸', ['fetch', 'ask']],
  ['tasks to be pinned', 'tests:\n  - name: a\n    pins:\n      ‸', ['fetch', 'ask']],
  ['tasks that are not answered yet', 'tests:\n  - name: a\n    answers:\n      fetch: simulate\n      ‸', ['ask']],
  [
    'tasks of the workflow that it names',
    'workflow: deep/returns.yaml\ntests:\n  - name: a\n    expect:\n      tasks:\n        ‸',
    ['take'],
  ],
  ['tasks on the path', 'tests:\n  - name: a\n    expect:\n      path: [fetch, ‸]', ['fetch', 'ask']],
  ['tasks on an exact path', 'tests:\n  - name: a\n    expect:\n      path: { exactly: [fetch, ‸] }', ['fetch', 'ask']],
  [
    'how often a task runs',
    'tests:\n  - name: a\n    expect:\n      tasks: { fetch: { times: { ‸ } } }',
    ['at_least', 'at_most'],
  ],
  ['tasks that must not start', 'tests:\n  - name: a\n    expect:\n      never: [‸]', ['fetch', 'ask']],
  ['words of the schema', 'tests:\n  - name: a\n    expect:\n      status: ‸', ['success', 'error', 'cancelled']],
  ['signals that are waited for', 'tests:\n  - name: a\n    signals:\n      - name: ‸', ['approval']],
])('proposes %s', (_, marked, expected) => {
  expect(labels(marked).slice(0, expected.length)).toEqual(expected);
});

test('describes its keys', () => {
  const { analysis, offset } = atCursor('tests:\n  - name: a\n    expect: { wit‸hin: 3m }\n', FILE);
  expect(hoverAt(analysis, offset)?.markdown).toContain('virtual time');
});
