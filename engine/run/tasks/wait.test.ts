import { describe, expect, test } from 'vitest';
import { runScript, type ScriptResult, yaml } from '../../testing/index.ts';

const waiting = (config: string, more = ''): string => yaml`
  tasks:
    - id: w
      type: wait
      config: ${config}
      ${more}
    - {id: x, type: basic, with: {reason: "{{ event.reason }}", checks: "{{ event.checks }}"}}
    - {id: log, type: basic, with: {check: "{{ event.check }}"}}
`;

/** ms after the start of each check. */
function checks(run: ScriptResult): number[] {
  return run.events.flatMap((event) =>
    event.type === 'handler.fired' && event.handler === 'on_check' ? [event.at - (run.view.startedAt ?? 0)] : [],
  );
}

test('wait, true at check 3, interval 1s: 3 checks at 0, 1, 2 s; success', () => {
  const run = runScript(
    waiting('{timeout: 10s, check_interval: 1s, condition: "output.ready"}', 'use: core:http\n    on_check: {}'),
    {
      answers: { w: [{ value: { ready: false } }, { value: {} }, { value: { ready: true } }] },
    },
  );
  expect(checks(run)).toEqual([0, 1000, 2000]);
  expect(run.view).toMatchObject({
    status: 'success',
    output: { satisfied: true, checks: 3, waited: 2000, value: true, signal: null },
  });
  expect(run.view.warnings).toEqual([]);
});

test('wait, max_checks 2, never true, on_timeout.next x: x runs; event.reason max_checks', () => {
  const run = runScript(
    waiting('{timeout: 10s, check_interval: 1s, max_checks: 2, condition: "false"}', 'on_timeout: {next: x}'),
  );
  expect(run.order).toEqual(['w', 'x']);
  expect(run.view.output).toEqual({ reason: 'max_checks', checks: 2 });
  expect(run.view.tasks.get('w')).toMatchObject({
    status: 'error',
    error: { code: 'TIMEOUT_ERROR', details: { type: 'wait.max_checks' } },
  });
});

test('times out at its deadline; a check due then runs first', () => {
  const run = runScript(waiting('{timeout: 2s, check_interval: 1s, condition: "false"}', 'on_check: {}'));
  expect(checks(run)).toEqual([0, 1000, 2000]);
  expect(run.view.error).toMatchObject({
    code: 'TIMEOUT_ERROR',
    details: { type: 'wait.timeout', checks: 3, waited: 2000 },
  });
});

test('a probe without a condition is waited for until it is truthy; one that fails retryably is a false check', () => {
  const text = waiting('{timeout: 10s, check_interval: 1s}', 'use: core:http');
  const run = runScript(text, { answers: { w: [{ error: 'COMMUNICATION_ERROR' }, { value: 0 }, { value: 'there' }] } });
  expect(run.view).toMatchObject({ status: 'success', output: { checks: 3, value: 'there' } });
  const broken = runScript(text, { answers: { w: { error: 'AUTHENTICATION_ERROR' } } });
  expect(broken.view.error).toMatchObject({ code: 'AUTHENTICATION_ERROR' });
});

test('a check that takes long does not shift the next; one that takes longer than the interval is followed immediately', () => {
  const text = waiting('{timeout: 10s, check_interval: 1s}', 'use: core:http\n    on_check: {}');
  const run = runScript(text, {
    answers: { w: [{ value: 0, after: 400 }, { value: 0, after: 1700 }, { value: 0 }, { value: 1 }] },
  });
  expect(checks(run)).toEqual([0, 1000, 2700, 3700]);
});

test('a check in flight at the deadline counts within another interval; then its probe is aborted', () => {
  const text = waiting('{timeout: 2s, check_interval: 1s}', 'use: core:http');
  const late = runScript(text, { answers: { w: { value: 1, after: 2900 } } });
  expect(late.view).toMatchObject({ status: 'success', output: { waited: 2900 } });
  const hanging = runScript(text, { answers: { w: { never: true } } });
  expect(hanging.view.error).toMatchObject({ code: 'TIMEOUT_ERROR', details: { type: 'wait.timeout', waited: 3000 } });
  expect(hanging.effects.map(({ type }) => type)).toContain('effect.abort');
});

test('a condition that fails fails the task', () => {
  expect(runScript(waiting('{timeout: 10s, check_interval: 1s, condition: "1 / 0"}')).view.error).toMatchObject({
    code: 'EXPRESSION_ERROR',
  });
});

test('with nothing to wait for it is a delay; checks still fire', () => {
  const run = runScript(waiting('{timeout: 2500ms, check_interval: 1s}', 'on_check: {next: log}'));
  expect(run.view).toMatchObject({ status: 'success', output: { checks: 3, waited: 2500 } });
  expect(run.order.filter((id) => id === 'log')).toHaveLength(3);
  expect(runScript(waiting('{timeout: 1s, check_interval: 1s}', 'on_timeout: {next: x}')).order).toEqual(['w', 'x']);
});

test('shows as waiting, with its deadline', () => {
  const run = runScript(waiting('{timeout: 10s, check_interval: 1s}'), {
    inputs: [{ after: 1500, type: 'run.cancelled' }],
  });
  expect(run.events).toContainEqual(
    expect.objectContaining({
      type: 'task.waiting',
      taskId: 'w',
      reason: 'delay',
      until: run.view.startedAt! + 10_000,
    }),
  );
  expect(run.statuses).toEqual({ w: 'cancelled' });
  expect(run.effects.filter(({ type }) => type === 'timer.cancel')).toHaveLength(2);
});

const signal = (after: number, payload: { ok: boolean }) =>
  ({ after, type: 'signal.received', name: 'approval', payload }) as const;

describe('a signal', () => {
  const config = '{timeout: 1h, check_interval: 1m, signal: approval, condition: "signal.payload.ok"}';
  test('is taken when it comes, if it satisfies the condition', () => {
    const run = runScript(waiting(config), { inputs: [signal(5000, { ok: false }), signal(7000, { ok: true })] });
    expect(run.view).toMatchObject({
      status: 'success',
      output: { waited: 7000, signal: { name: 'approval', payload: { ok: true } } },
    });
  });

  test('that comes during a check is taken when its on_check has returned', () => {
    const run = runScript(
      yaml`
        tasks:
          - {id: w, type: wait, config: {timeout: 1h, check_interval: 1m, signal: approval}, on_check: {next: log}}
          - {id: log, type: basic, use: core:log}
      `,
      { answers: { log: { value: 1, after: 10 } }, inputs: [signal(5, { ok: true })] },
    );
    expect(run.statuses).toEqual({ w: 'success', log: 'success' });
    expect(run.view.tasks.get('w')).toMatchObject({ output: { waited: 10, checks: 1 } });
  });

  test('that came before is kept until a wait takes it, once', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, use: core:http, on_success: {next: w}}
        - {id: w, type: wait, config: {timeout: 5s, check_interval: 1s, signal: go}, on_success: {next: v}}
        - {id: v, type: wait, config: {timeout: 5s, check_interval: 1s, signal: go}}
    `;
    const run = runScript(text, {
      answers: { a: { value: 1, after: 100 } },
      inputs: [{ after: 10, type: 'signal.received', name: 'go', payload: 1 }],
    });
    expect(run.statuses).toEqual({ a: 'success', w: 'success', v: 'error' });
    expect(run.view.tasks.get('w')).toMatchObject({ output: { waited: 0, value: 1 } });
  });

  test('that never comes times out', () => {
    expect(runScript(waiting(config)).view.error).toMatchObject({ code: 'TIMEOUT_ERROR' });
  });
});
