import { describe, expect, test } from 'vitest';
import { runScript, yaml } from '../../testing/index.ts';

const text = (config: string, more = ''): string => yaml`
  tasks:
    - id: p
      type: parallel
      config: ${config}
      ${more}
      tasks:
        - {id: a, type: basic, use: core:http, with: {op: "{{ operation_id }}"}}
        - {id: b, type: basic, use: core:http}
        - {id: c, type: basic, use: core:http}
    - {id: after, type: basic, with: {a: "{{ tasks.a.output }}"}}
    - {id: log, type: basic, use: core:log, with: {op: "{{ operation_id }}", status: "{{ event.status }}", out: "{{ tasks.a.output }}"}}
    - {id: handled, type: basic, with: {code: "{{ error.code }}", id: "{{ error.details.task_id }}"}}
`;

const times = { a: { value: 'A', after: 30 }, b: { value: 'B', after: 10 }, c: { value: 'C', after: 20 } } as const;

test('all children run concurrently; the output has each under its id', () => {
  const run = runScript(text('{}', 'on_success: {next: after}'), { answers: times });
  expect(run.view.tasks.get('p')).toMatchObject({
    status: 'success',
    output: { a: 'A', b: 'B', c: 'C' },
    progress: { done: 3, total: 3, failed: 0 },
  });
  expect(run.view.output).toEqual({ a: 'A' });
  expect(run.view.endedAt! - run.view.startedAt!).toBe(30);
  expect(run.calls[0]).toMatchObject({ input: { op: 'a' } });
  expect(run.view.tasks.get('b')).toMatchObject({ parent: 1, operation: { kind: 'operation', index: 1 } });
});

test('max_concurrent bounds how many run concurrently; the others are queued', () => {
  const run = runScript(text('{max_concurrent: 1}'), { answers: times });
  expect(run.view.endedAt! - run.view.startedAt!).toBe(60);
  expect(run.events.flatMap((event) => (event.type === 'task.queued' ? [event.taskId] : []))).toEqual(['b', 'c']);
  const wrong = runScript(text('{max_concurrent: "{{ 0 }}"}'));
  expect(wrong.view.error).toMatchObject({ code: 'CONFIGURATION_ERROR' });
});

test.each(['{}', '{max_concurrent: 500}'])('with %s at most 100 run concurrently', (config) => {
  const children = Array.from({ length: 101 }, (_, n) => `{id: t${n}, type: basic, use: "core:http"}`);
  const run = runScript(`tasks: [{id: p, type: parallel, config: ${config}, tasks: [${children.join(', ')}]}]`);
  expect(run.events.flatMap((event) => (event.type === 'task.queued' ? [event.taskId] : []))).toEqual(['t100']);
});

test('{a ok, b fails}, fail_fast false: a completes; error; output {a, b: null}', () => {
  const run = runScript(text('{}'), { answers: { ...times, b: { error: 'MINE', after: 1 } } });
  expect(run.statuses).toEqual({ p: 'error', a: 'success', b: 'error', c: 'success' });
  expect(run.view.tasks.get('p')).toMatchObject({
    output: { a: 'A', b: null, c: 'C' },
    error: { code: 'MINE', details: { type: 'parallel.operation', task_id: 'b', reason: 'scripted MINE' } },
  });
  expect(run.view).toMatchObject({ status: 'error', output: null });
});

test('the error is that of the child that failed first, not of the one listed first', () => {
  const run = runScript(text('{}'), { answers: { ...times, a: { error: 'LATE', after: 9 }, b: { error: 'SOON' } } });
  expect(run.view.error).toMatchObject({ code: 'SOON', details: { task_id: 'b' } });
});

test('fail_fast true: a child whose on_operation_start still ran when another failed never begins', () => {
  const hooks = yaml`
    tasks:
      - id: p
        type: parallel
        config: {fail_fast: true}
        on_operation_start: {next: before, with: {op: "{{ event.operation_id }}"}}
        on_operation_complete: {next: behind}
        tasks: [{id: a, type: basic, use: core:http}, {id: b, type: basic, use: core:http}]
      - {id: before, type: basic, use: core:log}
      - {id: behind, type: basic, use: core:log}
  `;
  const run = runScript(hooks, {
    answers: {
      b: { error: 'MINE' },
      before: (call) => ({ value: 1, after: call.type === 'tool.call' && Object(call.input).op === 'a' ? 20 : 0 }),
      behind: { value: 1, after: 50 },
    },
  });
  expect(run.view.error).toMatchObject({ code: 'MINE' });
  expect(run.calls.map(({ taskId }) => taskId)).toEqual(['before', 'before', 'b', 'behind']);
});

test('fail_fast true: the first failure cancels the rest', () => {
  const run = runScript(text('{fail_fast: true, max_concurrent: 2}', 'on_error: {next: handled}'), {
    answers: { ...times, b: { error: 'MINE', after: 1 } },
  });
  expect(run.statuses).toMatchObject({ p: 'error', a: 'cancelled', b: 'error', c: 'cancelled' });
  expect(run.effects).toContainEqual({ type: 'effect.abort', key: 'run/a/2/1/1' });
  expect(run.view.output).toEqual({ code: 'MINE', id: 'b' });
});

test('a child whose error was routed does not count as failed', () => {
  const routed = text('{}').replace(
    'id: b, type: basic, use: core:http',
    'id: b, type: basic, use: core:http, on_error: {next: end}',
  );
  const run = runScript(routed, { answers: { ...times, b: { error: 'X' } } });
  expect(run.view).toMatchObject({ status: 'success', output: { a: 'A', b: null, c: 'C' } });
});

test('timeout bounds the whole, cancels what runs, and keeps what is done', () => {
  const run = runScript(text('{timeout: 15ms}'), { answers: times });
  expect(run.view.tasks.get('p')).toMatchObject({
    status: 'error',
    error: { code: 'TIMEOUT_ERROR' },
    output: { a: null, b: 'B', c: null },
  });
  expect(run.statuses).toMatchObject({ a: 'cancelled', b: 'success', c: 'cancelled' });
});

test('retry runs the whole again', () => {
  const run = runScript(text('{}', 'retry: {attempts: 1, backoff: fixed, interval: 1s}'), {
    answers: { ...times, b: [{ error: 'X' }, { value: 'B2' }] },
  });
  expect(run.view.tasks.get('p')).toMatchObject({
    status: 'success',
    retryCount: 1,
    output: { a: 'A', b: 'B2', c: 'C' },
  });
  expect(run.calls).toHaveLength(6);
});

test('is cancelled with its children', () => {
  const run = runScript(text('{}'), {
    answers: { ...times, a: { never: true } },
    inputs: [{ after: 25, type: 'run.cancelled' }],
  });
  expect(run.statuses).toEqual({ p: 'cancelled', a: 'cancelled', b: 'success', c: 'success' });
});

test('operations do not see what others wrote meanwhile; results merge in list order', () => {
  const isolated = yaml`
    tools: [{id: t, use: core:http, schema: {input: {}, output: {}}}]
    tasks:
      - id: p
        type: parallel
        on_success: {next: after}
        tasks:
          - {id: slow, type: basic, use: tool:t, with: {n: 1}}
          - id: two
            type: composite
            tasks:
              - {id: wait, type: basic, use: core:csv}
              - {id: look, type: basic, with: {seen: "{{ tools.t.output ?? 'nothing' }}"}}
          - {id: fast, type: basic, use: tool:t, with: {n: 2}}
      - {id: after, type: basic, with: {last: "{{ tools.t.output.data }}", seen: "{{ tasks.look.output.seen }}"}}
  `;
  const run = runScript(isolated, {
    answers: { slow: { value: 'slow', after: 50 }, fast: { value: 'fast', after: 1 }, wait: { value: 0, after: 20 } },
  });
  expect(run.view.output).toEqual({ last: 'fast', seen: 'nothing' });
});

describe('hooks', () => {
  test('on_operation_start runs before, on_operation_complete after each, and both are waited for', () => {
    const run = runScript(
      text('{max_concurrent: 1}', 'on_operation_start: {next: log}\n    on_operation_complete: {next: log}'),
      {
        answers: { ...times, log: (call) => ({ value: call.type === 'tool.call' ? call.input : null, after: 5 }) },
      },
    );
    expect(run.order).toEqual(['p', 'log', 'a', 'log', 'log', 'b', 'log', 'log', 'c', 'log']);
    expect(run.view.endedAt! - run.view.startedAt!).toBe(60 + 6 * 5);
    const inputs = run.calls.flatMap((call) =>
      call.type === 'tool.call' && call.taskId === 'log' ? [call.input] : [],
    );
    expect(inputs.slice(0, 2)).toEqual([
      { op: 'a', status: null, out: null },
      { op: 'a', status: 'success', out: 'A' },
    ]);
    expect(run.view.activations.get(2)).toMatchObject({ parent: 1 });
  });

  test('what a hook wrote can be read once it has returned', () => {
    const run = runScript(
      text('{}', 'on_operation_complete: {next: log}\n    on_success: {next: seen}').replace(
        'id: handled, type: basic, with: {',
        'id: seen, type: basic, with: {log: "{{ tasks.log.output }}"}}\n  - {id: handled, type: basic, with: {',
      ),
      {
        answers: { ...times, log: { value: 'logged' } },
      },
    );
    expect(run.view.output).toEqual({ log: 'logged' });
  });

  test('a hook that fails is a warning, never the failure of the parent', () => {
    const run = runScript(text('{}', 'on_operation_start: {next: log}'), {
      answers: { ...times, log: { error: 'X' } },
    });
    expect(run.view.status).toBe('success');
    expect(run.view.warnings).toContainEqual(
      expect.objectContaining({ code: 'HOOK_FAILED', taskId: 'p', path: 'on_operation_start' }),
    );
  });

  test('hooks that call their own container stop at the depth limit', () => {
    const endless =
      'limits: {depth: 3}\ntasks: [{id: p, type: parallel, on_operation_start: {next: p}, tasks: [{id: x, type: basic}]}]';
    const run = runScript(endless);
    expect(run.isFinished).toBe(true);
    expect(run.view.warnings).toContainEqual(
      expect.objectContaining({ code: 'HOOK_FAILED', message: expect.stringContaining('nested') }),
    );
  });
});

test('without children its own use runs once, under its own id', () => {
  const single = yaml`
    tasks:
      - {id: p, type: parallel, use: core:http, with: {op: "{{ operation_id ?? 'none' }}"}, on_operation_complete: {next: log, with: {op: "{{ event.operation_id }}"}}}
      - {id: log, type: basic}
  `;
  const run = runScript(single, { answers: { p: { value: 1 } } });
  expect(run.view).toMatchObject({ status: 'success', output: 1 });
  expect(run.view.tasks.get('log')?.output).toEqual({ op: 'p' });
});

test.each(['parallel', 'composite'])('operation_id is the id of a %s without children, in its own with too', (type) => {
  const text = `tasks: [{id: p, type: ${type}, with: {op: "{{ operation_id }}"}}]`;
  expect(runScript(text).view).toMatchObject({ status: 'success', output: { op: 'p' }, warnings: [] });
  expect(runScript(text, { engine: '0.1.0' }).view.output).toEqual({ op: null });
});

test('a child cannot lead to another child', () => {
  const run = runScript(
    'tasks: [{id: p, type: parallel, tasks: [{id: a, type: basic, on_success: {next: b}}, {id: b, type: basic}]}]',
  );
  expect(run.view.error).toMatchObject({ code: 'ROUTING_ERROR', details: { task_id: 'b' } });
  expect(run.order.filter((id) => id === 'b')).toHaveLength(1);
});
