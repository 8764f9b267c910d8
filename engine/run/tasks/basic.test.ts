import { expect, test } from 'vitest';
import { runScript, yaml } from '../../testing/index.ts';

const text = yaml`
  tasks:
    - id: a
      type: basic
      use: core:http
      config: {timeout: 2s}
      retry: {attempts: 1, backoff: fixed, interval: 1s}
      on_error: {routes: {TIMEOUT_ERROR: late}}
    - {id: late, type: basic, with: {code: "{{ error.code }}"}}
`;

test('succeeds with the result of what it uses', () => {
  const run = runScript(text, { answers: { a: { value: { ok: true }, after: 1999 } } });
  expect(run.view).toMatchObject({ status: 'success', output: { ok: true } });
  expect(run.effects.at(-1)).toEqual({ type: 'timer.cancel', id: 'run/a/1/1/timeout' });
});

test('without use its output is its input', () => {
  expect(runScript('tasks: [{id: a, type: basic, with: {n: 1}}]').view.output).toEqual({ n: 1 });
});

test('a timeout bounds each attempt, aborts its effect, and is retried', () => {
  const run = runScript(text, { answers: { a: [{ never: true }, { value: 1, after: 10 }] } });
  expect(run.view.tasks.get('a')).toMatchObject({ status: 'success', retryCount: 1 });
  expect(run.effects).toContainEqual({ type: 'effect.abort', key: 'run/a/1/1/1' });
  expect(run.view.endedAt! - run.view.startedAt!).toBe(2000 + 1000 + 10);
});

test('times out with TIMEOUT_ERROR after its last attempt', () => {
  const run = runScript(text, { answers: { a: { never: true } } });
  expect(run.view.tasks.get('a')).toMatchObject({
    status: 'error',
    error: { code: 'TIMEOUT_ERROR', details: { type: 'task.timeout', timeout: 2000 } },
  });
  expect(run.view.output).toEqual({ code: 'TIMEOUT_ERROR' });
});

test('an answer that comes after the timeout is ignored', () => {
  const run = runScript(text, {
    answers: {
      a: [
        { value: 'late', after: 2000 },
        { value: 'in time', after: 1 },
      ],
    },
  });
  expect(run.view.tasks.get('a')?.output).toBe('in time');
});

test('a timeout may be a template', () => {
  const templated = text.replace('timeout: 2s', 'timeout: "{{ input.limit }}"');
  const run = runScript(templated, { input: { limit: '10ms' }, answers: { a: { never: true } } });
  expect(run.view.endedAt! - run.view.startedAt!).toBe(1020);
});

test('a task without a type says that it cannot run', () => {
  const run = runScript('tasks: [{id: a, type: loop}]');
  expect(run.view.error).toMatchObject({ code: 'CONFIGURATION_ERROR', message: expect.stringContaining('"loop"') });
});
