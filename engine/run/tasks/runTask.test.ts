import { expect, test } from 'vitest';
import { runScript, yaml } from '../../testing/index.ts';

const text = (config: string, more = ''): string => yaml`
  tasks:
    - id: all
      type: composite
      config: ${config}
      ${more}
      tasks:
        - {id: a, type: basic, use: core:http}
        - {id: b, type: basic, use: core:http, with: {before: "{{ tasks.a.output }}"}}
    - {id: log, type: basic, use: core:log, with: {id: "{{ event.task_id }}", status: "{{ event.status }}"}}
    - {id: handled, type: basic, with: {details: "{{ error.details }}"}}
`;

test('children run in list order, each seeing those before it', () => {
  const run = runScript(text('{}'), { answers: { a: { value: 1, after: 10 } } });
  expect(run.view).toMatchObject({ status: 'success', output: { a: 1, b: { before: 1 } } });
  expect([...run.view.edges.keys()]).toEqual(['a>sequence>b']);
  expect(run.view.tasks.get('b')).toMatchObject({ parent: 1, operation: { kind: 'subtask', index: 1 } });
});

test('composite [a fails, b], continue: b runs, success', () => {
  const run = runScript(text('{error_handling: continue}'), { answers: { a: { error: 'X' }, b: { value: 2 } } });
  expect(run.view).toMatchObject({ status: 'success', output: { a: null, b: 2 } });
  expect(run.statuses).toMatchObject({ a: 'error', b: 'success', all: 'success' });
  expect(run.view.tasks.get('all')?.progress).toEqual({ done: 2, total: 2, failed: 1 });
  expect(run.view.warnings).toMatchObject([{ taskId: 'all', code: 'FAILED_INSIDE', message: '1 of 2 tasks failed.' }]);
});

test('a child whose error was routed does not count as failed', () => {
  const routed = text('{}').replace(
    'id: a, type: basic, use: core:http',
    'id: a, type: basic, use: core:http, on_error: {next: b}',
  );
  const run = runScript(routed, { answers: { a: { error: 'X' }, b: { value: 2 } } });
  expect(run.view).toMatchObject({ status: 'success', output: { a: null, b: 2 }, warnings: [] });
  expect(run.view.tasks.get('all')?.progress).toEqual({ done: 2, total: 2, failed: 0 });
});

test('composite [a fails, b], stop: b skipped, error', () => {
  const run = runScript(text('{}', 'on_error: {next: handled}'), { answers: { a: { error: 'X' } } });
  expect(run.order).toEqual(['all', 'a', 'handled']);
  expect(run.view.tasks.get('all')).toMatchObject({
    status: 'error',
    error: { code: 'X' },
    output: { a: null, b: null },
  });
  expect(run.view.output).toMatchObject({ details: { type: 'composite.task', task_id: 'a', reason: 'scripted X' } });
});

const jumping = (handlers: string): string => yaml`
  tasks:
    - id: all
      type: composite
      tasks:
        - {id: a, type: basic, ${handlers}}
        - {id: b, type: basic}
        - {id: c, type: basic}
        - {id: d, type: basic}
`;

test("a child's own next jumps, and list order continues from there", () => {
  expect(runScript(jumping('on_success: {next: c}')).order).toEqual(['all', 'a', 'c', 'd']);
});

test('end ends the container, and on_complete.next without a primary replaces list order', () => {
  expect(runScript(jumping('on_success: {next: end}')).order).toEqual(['all', 'a']);
  expect(runScript(jumping('on_complete: {next: d}')).order).toEqual(['all', 'a', 'd']);
});

test('on_complete.next beside a primary forks, and the container waits for both', () => {
  const run = runScript(jumping('on_success: {next: d}, on_complete: {next: c}'));
  expect(run.order).toEqual(['all', 'a', 'd', 'c', 'd']);
  expect(run.view.status).toBe('success');
});

test('timeout bounds the whole and cancels what runs', () => {
  const run = runScript(text('{timeout: 15ms}'), {
    answers: { a: { value: 1, after: 10 }, b: { value: 2, after: 10 } },
  });
  expect(run.view.tasks.get('all')).toMatchObject({
    status: 'error',
    error: { code: 'TIMEOUT_ERROR' },
    output: { a: 1, b: null },
  });
  expect(run.statuses).toMatchObject({ a: 'success', b: 'cancelled' });
});

test('is cancelled with its children', () => {
  const run = runScript(text('{}'), { answers: { a: { never: true } }, inputs: [{ after: 5, type: 'run.cancelled' }] });
  expect(run.statuses).toEqual({ all: 'cancelled', a: 'cancelled' });
});

test('on_task_start and on_task_complete are called around each child, and waited for', () => {
  const run = runScript(text('{}', 'on_task_start: {next: log}\n    on_task_complete: {next: log}'), {
    answers: { a: { value: 1 } },
  });
  expect(run.order).toEqual(['all', 'log', 'a', 'log', 'log', 'b', 'log']);
  const logged = run.calls.flatMap((call) => (call.type === 'tool.call' && call.taskId === 'log' ? [call.input] : []));
  expect(logged).toEqual([
    { id: 'a', status: null },
    { id: 'a', status: 'success' },
    { id: 'b', status: null },
    { id: 'b', status: 'success' },
  ]);
});

test('is marked as simulated where what a child was answered is', () => {
  const text = yaml`
    tasks:
      - {id: c, type: composite, tasks: [{id: a, type: basic, use: core:http}], on_success: {next: z}}
      - {id: z, type: basic}
  `;
  const run = runScript(text, { answers: { a: { value: 1, simulated: true } } });
  const marks = [...run.view.tasks].map(([id, { simulated }]) => [id, simulated]);
  expect(Object.fromEntries(marks)).toEqual({ c: true, a: true, z: false });
});

test('without children it runs its own use', () => {
  const run = runScript('tasks: [{id: a, type: composite, use: "core:http"}]', { answers: { a: { value: 3 } } });
  expect(run.view.output).toBe(3);
});

test('containers deeper than the limit fail', () => {
  const run = runScript(
    'limits: {depth: 1}\ntasks: [{id: a, type: composite, tasks: [{id: b, type: composite, tasks: [{id: c, type: basic}]}]}]',
  );
  expect(run.view.error).toMatchObject({ code: 'LIMIT_ERROR' });
  expect(run.statuses).toEqual({ a: 'error', b: 'error' });
});
