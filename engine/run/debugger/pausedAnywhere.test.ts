import { describe, expect, test } from 'vitest';
import { replay, runScript, type Script, type ScriptResult, yaml } from '../../testing/index.ts';

const pausedAt = (after: number) => ({ after, type: 'run.paused', reason: 'asked' }) as const;
const resumedAt = (after: number) => ({ after, type: 'run.resumed' }) as const;
const steppedAt = (after: number) => ({ after, type: 'run.stepped' }) as const;
const stepsOf = (count: number) => Array.from({ length: count }, (_, index) => steppedAt(index + 1));

/** ms after the start of everything that began: tasks, attempts, calls. */
function begun(run: ScriptResult): number[] {
  const types = ['task.started', 'task.attempt', 'effect.requested'];
  return run.events.flatMap(({ type, at }) => (types.includes(type) ? [at - (run.view.startedAt ?? 0)] : []));
}

const slowly = (after: number) => ({ value: 1, after });

const PLACES: readonly [string, string, Script['answers']][] = [
  [
    'between the children of a composite',
    yaml`
      tasks:
        - {id: c, type: composite, tasks: [{id: a, type: basic, use: core:http}, {id: b, type: basic, use: core:http}]}
    `,
    { a: slowly(100), b: slowly(10) },
  ],
  [
    'behind max_concurrent of a parallel task',
    yaml`
      tasks:
        - {id: p, type: parallel, config: {max_concurrent: 1}, tasks: [{id: a, type: basic, use: core:http}, {id: b, type: basic, use: core:http}]}
    `,
    { a: slowly(100), b: slowly(10) },
  ],
  [
    'between the items of a collection',
    yaml`
      tasks:
        - {id: c, type: collection, config: {items: "[1, 2, 3]", mode: sequential}, use: core:http, on_item_success: {next: h}}
        - {id: h, type: basic, use: core:http}
    `,
    { c: slowly(100), h: slowly(10) },
  ],
  [
    'in a hook before a task',
    yaml`
      tasks:
        - {id: c, type: composite, on_task_start: {next: h}, tasks: [{id: a, type: basic, use: core:http}]}
        - {id: h, type: basic, use: core:http}
    `,
    { h: slowly(100), a: slowly(10) },
  ],
  [
    'before a join is released',
    yaml`
      tasks:
        - {id: s, type: basic, on_success: {next: [a, b]}}
        - {id: a, type: basic, use: core:http, on_success: {next: j}}
        - {id: b, type: basic, use: core:http, on_success: {next: j}}
        - {id: j, type: basic, join: all, use: core:http}
    `,
    { a: slowly(20), b: slowly(100), j: slowly(10) },
  ],
  [
    'while a retry is waited for',
    yaml`
      tasks:
        - {id: a, type: basic, use: core:http, retry: {attempts: 1, backoff: fixed, interval: 100ms}, on_success: {next: b}}
        - {id: b, type: basic, use: core:http}
    `,
    { a: [{ error: 'X' }, slowly(10)], b: slowly(10) },
  ],
  [
    'between the checks of a wait',
    yaml`
      tasks:
        - {id: w, type: wait, use: core:http, config: {timeout: 10s, check_interval: 100ms}, on_success: {next: b}}
        - {id: b, type: basic}
    `,
    { w: [{ value: 0 }, { value: 1 }] },
  ],
];

describe('a run that is paused', () => {
  test.each(PLACES)('%s begins nothing until it resumes, and ends as if not paused', (_, text, answers = {}) => {
    const calm = runScript(text, { answers });
    const run = runScript(text, { answers, inputs: [pausedAt(50), resumedAt(5000)] });
    expect(begun(run).filter((at) => at > 50 && at < 5000)).toEqual([]);
    expect(run.isFinished).toBe(true);
    expect(run.statuses).toEqual(calm.statuses);
    expect(run.order).toEqual(calm.order);
    expect(run.calls.map(({ key }) => key)).toEqual(calm.calls.map(({ key }) => key));
    expect(replay(text, run.journal)).toEqual(run.events);
  });

  test.each(PLACES)('%s gets to its end by steps alone', (_, text, answers = {}) => {
    const steps = Array.from({ length: 30 }, (__, index) => steppedAt(1 + index * 200));
    const run = runScript(text, { answers, plan: { isPaused: true }, inputs: steps });
    expect(run.isFinished).toBe(true);
    expect(run.statuses).toEqual(runScript(text, { answers }).statuses);
    const starts = run.events.filter(({ type }) => type === 'task.started').map(({ at }) => at);
    expect(new Set(starts).size).toBe(starts.length);
  });

  test('makes no call for an item whose time ran out meanwhile', () => {
    const text = yaml`
      agents:
        - {id: g, use: core:agent, config: {provider: mock, model: m}, tools: [{id: t}]}
      tools: [{id: t, use: core:http, schema: {input: {}, output: {}}}]
      tasks:
        - {id: c, type: collection, use: "agent:g", config: {items: "[1]", timeout_per_item: 1s, continue_on_error: true}}
    `;
    const call = { id: '1', name: 't', input: {} };
    const run = runScript(text, {
      answers: { c: { value: { text: '', object: null, toolCalls: [call] }, after: 2000 } },
      inputs: [pausedAt(500), resumedAt(5000)],
    });
    expect(run.view.tasks.get('c')).toMatchObject({ status: 'success', output: [null] });
    expect(run.calls.map(({ type }) => type)).toEqual(['model.call']);
  });
});

test.each([
  ['basic', ''],
  ['parallel', 'tasks: [{id: x, type: basic}]'],
  ['decision', 'config: {condition: "true"}'],
  ['collection', 'config: {items: "[1]"}'],
  ['wait', 'config: {timeout: 1s, check_interval: 1s, condition: "true"}'],
  ['map', ''],
  ['composite', 'tasks: [{id: x, type: basic}]'],
])('a step goes through a task of type %s, and no further', (type, more) => {
  const text = yaml`
    tasks:
      - {id: a, type: basic, on_success: {next: b}}
      - id: b
        type: ${type}
        ${more}
        on_success: {next: c}
      - {id: c, type: basic}
  `;
  const inside = ['parallel', 'composite', 'collection'].includes(type) ? 1 : 0;
  const at = (count: number) => runScript(text, { plan: { isPaused: true }, inputs: stepsOf(count) });
  expect(at(2).view.tasks.get('a')?.status).toBe('success');
  expect(at(2).view.tasks.get('b')?.startedAt).not.toBeNull();
  const before = at(2 + inside).view;
  expect([before.tasks.get('b')?.status, before.paused?.next?.taskId]).toEqual(['success', 'c']);
  expect(at(3 + inside).isFinished).toBe(true);
});

test('a step takes one item where the collection runs its own use, and says which is next', () => {
  const text = 'tasks: [{id: c, type: collection, config: {items: "[7, 8, 9]", mode: sequential}, use: core:http}]';
  const run = runScript(text, {
    plan: { isPaused: true },
    inputs: [steppedAt(10), steppedAt(20), steppedAt(30)],
  });
  expect(run.calls).toHaveLength(2);
  expect(run.view.paused?.next).toEqual({ taskId: 'c', activation: 1, passed: 9 });
});

const loop = (count: number): string => yaml`
  tasks:
    - {id: a, type: basic, with: {n: "{{ (tasks.a.output.n ?? 0) + 1 }}"}, on_success: {next: d, with: {n: "{{ output.n }}"}}}
    - {id: d, type: decision, config: {condition: "tasks.a.output.n < ${count}", routes: {true: a, false: end}}}
`;

describe('a breakpoint', () => {
  test('in a loop of 1,000 stops each time round, 1,000 times', () => {
    const inputs = Array.from({ length: 1000 }, (_, index) => resumedAt(index + 1));
    const plan = { breakpoints: [{ at: { task: 'd' }, condition: null }] };
    const run = runScript(loop(1000), { plan, inputs });
    expect(run.events.filter(({ type }) => type === 'run.paused')).toHaveLength(1000);
    expect(run.isFinished).toBe(true);
    expect(run.view.tasks.get('a')?.output).toEqual({ n: 1000 });
  });

  test('with a condition stops at the round that is meant', () => {
    const plan = { breakpoints: [{ at: { task: 'd' }, condition: 'input.n == 700' }] };
    const run = runScript(loop(1000), { plan });
    expect(run.view.tasks.get('a')?.output).toEqual({ n: 700 });
    expect(run.view.paused?.next?.passed).toEqual({ n: 700 });
  });

  test('whose condition is asked changes nothing of what the task sees', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: b, with: {n: 5}}}
        - {id: b, type: basic, env: {N: "{{ input.n }}"}, with: {env: "{{ env.N }}"}}
    `;
    const plan = { breakpoints: [{ at: { task: 'b' }, condition: 'env.OTHER == 1' }] };
    expect(runScript(text, { plan }).view.output).toEqual(runScript(text).view.output);
    expect(runScript(text).view.output).toEqual({ env: 5, n: 5 });
  });
});
