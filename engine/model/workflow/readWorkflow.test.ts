import { expect, test } from 'vitest';
import { parseSyntax } from '../../syntax/index.ts';
import { yaml } from '../../testing/index.ts';
import { readWorkflow } from './readWorkflow.ts';
import { resolveUse } from './resolveUse.ts';
import { childrenOf, findTask, walkTasks } from './Workflow.ts';

const read = (text: string) => readWorkflow(parseSyntax(text));

test('reads every part of a task', () => {
  const [task] = read(yaml`
    tasks:
      - id: fetch
        name: Fetch the orders
        type: basic
        use: { repo: core, package: http, version: "1" }
        action: get
        join: all
        with: { url: "{{ env.URL }}" }
        config: { timeout: 1m30s }
        retry: { attempts: 3, backoff: linear, interval: 1s, max_interval: "{{ env.MAX }}", jitter: true }
        schema: { input: { type: object } }
        on_success: { next: [a, b, a], with: { n: 1 } }
        on_error:
          condition: "{{ error.code }}"
          retry: false
          routes:
            2: late
            TIMEOUT_ERROR: { next: end, condition: "{{ true }}" }
  `).tasks;
  expect(task).toEqual({
    id: 'fetch',
    name: 'Fetch the orders',
    type: 'basic',
    use: { repo: 'core', package: 'http', version: '1', text: 'core:http@1' },
    import: null,
    action: 'get',
    with: new Map([['url', '{{ env.URL }}']]),
    env: null,
    join: 'all',
    isDisabled: false,
    inputSchema: new Map([['type', 'object']]),
    outputSchema: null,
    retry: {
      attempts: { kind: 'value', value: 3 },
      backoff: { kind: 'value', value: 'linear' },
      interval: { kind: 'value', value: 1_000 },
      maxInterval: { kind: 'template', source: '{{ env.MAX }}' },
      jitter: { kind: 'value', value: true },
      on: [],
    },
    config: { timeout: { kind: 'value', value: 90_000 } },
    path: ['tasks', 0],
    handlers: [
      {
        name: 'on_success',
        next: ['a', 'b'],
        with: new Map([['n', 1]]),
        path: ['tasks', 0, 'on_success'],
        condition: null,
        routes: null,
        retry: null,
      },
      {
        name: 'on_error',
        next: [],
        with: null,
        path: ['tasks', 0, 'on_error'],
        condition: '{{ error.code }}',
        retry: { kind: 'value', value: false },
        routes: [
          { key: '2', next: ['late'], with: null, condition: null, path: ['tasks', 0, 'on_error', 'routes', '2'] },
          {
            key: 'TIMEOUT_ERROR',
            next: ['end'],
            with: null,
            condition: '{{ true }}',
            path: ['tasks', 0, 'on_error', 'routes', 'TIMEOUT_ERROR'],
          },
        ],
      },
    ],
  });
});

test('keeps routes in document order, also those whose keys look like numbers or booleans', () => {
  const [task] = read(yaml`
    tasks:
      - id: d
        type: decision
        config: { routes: { 2: a, 1: b, true: c, null: d }, default: { next: e } }
  `).tasks;
  if (task?.type !== 'decision') throw new Error('not a decision');
  expect(task.config.routes?.map(({ key, next }) => `${key}>${next.join()}`)).toEqual([
    '2>a',
    '1>b',
    'true>c',
    'null>d',
  ]);
  expect(task.config.default?.next).toEqual(['e']);
});

test.each([
  ['parallel', '{ max_concurrent: 2, fail_fast: true, timeout: 5s }'],
  ['collection', '{ mode: sequential, batch_size: 2, items: [1], continue_on_error: "{{ env.GO }}" }'],
  ['composite', '{ error_handling: continue, timeout: 5s }'],
])('reads what is inside a %s', (type, config) => {
  const workflow = read(yaml`
    tasks:
      - id: outer
        type: ${type}
        config: ${config}
        tasks:
          - { id: inner, type: basic }
          - { id: second, type: composite, tasks: [{ id: deep, type: wait }] }
  `);
  expect([...walkTasks(workflow)].map(({ task, parent, index }) => `${parent?.id ?? ''}/${index}/${task.id}`)).toEqual([
    '/0/outer',
    'outer/0/inner',
    'outer/1/second',
    'second/0/deep',
  ]);
  expect(findTask(workflow, 'deep')?.path).toEqual(['tasks', 0, 'tasks', 1, 'tasks', 0]);
  expect(workflow.tasks.flatMap(childrenOf).map(({ id }) => id)).toEqual(['inner', 'second']);
});

test('a half-written workflow is still a model', () => {
  const workflow = read(yaml`
    name: 12
    limits: { per_task: 5, per_scope: -1 }
    agents: [~, text, { id: writer, use: nonsense }]
    tasks:
      -
      - text
      - type: ba
        retry: { attempts: many }
        on_success: b
        on_error:
      - id: 7
        type: basic
        config: { timeout: 30 }
  `);
  expect(workflow.name).toBe('12');
  expect(workflow.limits).toEqual({ perTask: 5, perScope: 10_000, depth: 32 });
  expect(workflow.agents).toMatchObject([{ id: 'writer', use: null, path: ['agents', 2] }]);
  expect(workflow.tasks).toMatchObject([
    { id: '', type: 'unknown', writtenType: 'ba', retry: null, path: ['tasks', 2] },
    { id: '7', type: 'basic', config: { timeout: null } },
  ]);
  expect(workflow.tasks[0]?.handlers.map(({ name, next }) => [name, next])).toEqual([
    ['on_success', []],
    ['on_error', []],
  ]);
});

test.each(['', '# nothing', '- a\n- b', 'text', '{', 'tasks: 5', 'tasks:\n  - &a [*a]'])(
  'reads %j as no tasks',
  (text) => {
    expect(read(text).tasks).toEqual([]);
  },
);

test('merges what << brings in behind the own keys', () => {
  const [task] = read(yaml`
    defaults: &defaults { type: wait, name: Waits, config: { timeout: 5s } }
    tasks:
      - { <<: *defaults, id: w, name: Mine }
  `).tasks;
  expect(task).toMatchObject({ id: 'w', type: 'wait', name: 'Mine', config: { timeout: { value: 5_000 } } });
});

test('an unchanged task stays the same object when text around it changes', () => {
  const text = 'tasks:\n  - id: a\n    type: basic\n  - id: b\n    type: basic\n';
  const first = parseSyntax(text);
  const edits = [{ start: 14, end: 15, text: 'longer' }];
  const second = parseSyntax(text.replace('id: a', 'id: longer'), { syntax: first, edits });
  const before = readWorkflow(first);
  const after = readWorkflow(second);
  expect(after.tasks.map(({ id }) => id)).toEqual(['longer', 'b']);
  expect(after.tasks[1]).toBe(before.tasks[1]);
});

const DEFINITIONS = yaml`
  agents:
    - id: triage
      use: core:agent
      actions: [{ id: classify, instructions: x, output: {} }, { id: reply, instructions: y, output: {} }]
    - { id: one, use: acme:writer@1, actions: [{ id: write, instructions: x, output: {} }] }
  tools:
    - { id: lookup, use: core:http, schema: { input: {}, output: {} } }
    - { id: same, use: acme:twice, schema: { input: {}, output: {} } }
    - { id: other, use: acme/twice, schema: { input: {}, output: {} } }
`;

test.each([
  ['use: agent:triage', { kind: 'agent', agent: { id: 'triage' }, action: null }],
  ['use: agent:triage, action: reply', { kind: 'agent', agent: { id: 'triage' }, action: { id: 'reply' } }],
  ['use: agent:triage, action: no', { kind: 'agent', agent: { id: 'triage' }, action: null }],
  ['use: agent:one', { kind: 'agent', agent: { id: 'one' }, action: { id: 'write' } }],
  ['use: tool:lookup', { kind: 'tool', tool: { id: 'lookup' } }],
  ['use: acme/writer@1', { kind: 'agent', agent: { id: 'one' } }],
  ['use: core:http', { kind: 'core', name: 'http' }],
  ['use: core:agent', { kind: 'core', name: 'agent' }],
  ['use: core:csv', { kind: 'core', name: 'csv' }],
  ['use: mcp:files/read', { kind: 'mcp', server: 'files', tool: 'read' }],
  ['use: agent:missing', { kind: 'unresolved', text: 'agent:missing' }],
  ['use: acme:twice', { kind: 'unresolved', text: 'acme:twice' }],
  ['use: acme:writer', { kind: 'unresolved', text: 'acme:writer' }],
  ['name: none', { kind: 'none' }],
])('resolves { %s }', (fields, expected) => {
  const workflow = read(`${DEFINITIONS}tasks: [{ id: t, type: basic, ${fields} }]\n`);
  const uses = workflow.tasks.map((task) => resolveUse(workflow, task));
  expect(uses).toMatchObject([expected]);
});
