import { describe, expect, test } from 'vitest';
import { runScript, type Script, type ScriptResult, yaml } from '../../testing/index.ts';

const FAILS = { error: 'EXECUTION_ERROR' } as const;

/** Task ids in order of their start. */
function order(text: string, script?: Script): readonly string[] {
  return runScript(text, script).order;
}

function edges(run: ScriptResult): string[] {
  return [...run.view.edges.keys()];
}

describe('success', () => {
  test('the first task starts the run, or the one start names; what nothing leads to never runs', () => {
    expect(order('tasks: [{id: a, type: basic}, {id: b, type: basic}]')).toEqual(['a']);
    expect(order('start: b\ntasks: [{id: a, type: basic}, {id: b, type: basic}]')).toEqual(['b']);
  });

  test('next with a list fans out in its order', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: [c, b]}}
        - {id: b, type: basic}
        - {id: c, type: basic}
    `;
    const run = runScript(text);
    expect(run.order).toEqual(['a', 'c', 'b']);
    expect(run.view.output).toEqual({ b: {}, c: {} });
  });

  test('end ends the branch, unless a task has that id', () => {
    const ended = runScript('tasks: [{id: a, type: basic, with: {n: 1}, on_success: {next: end}}]');
    expect(ended.view.output).toEqual({ n: 1 });
    expect(edges(ended)).toEqual(['a>on_success>end']);
    expect(order('tasks: [{id: a, type: basic, on_success: {next: end}}, {id: end, type: basic}]')).toEqual([
      'a',
      'end',
    ]);
  });

  test('a handler without next only emits its event', () => {
    const run = runScript('tasks: [{id: a, type: basic, on_success: {}, on_complete: {}}]');
    const fired = run.events.flatMap((event) => (event.type === 'handler.fired' ? [[event.handler, event.next]] : []));
    expect(fired).toEqual([
      ['on_success', []],
      ['on_complete', []],
    ]);
    expect(run.view.status).toBe('success');
  });

  test('on_start and on_complete fork separate branches', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, use: core:http, on_start: {next: s}, on_success: {next: b}, on_complete: {next: c}}
        - {id: s, type: basic}
        - {id: b, type: basic}
        - {id: c, type: basic}
    `;
    expect(order(text, { answers: { a: { value: 1, after: 10 } } })).toEqual(['a', 's', 'b', 'c']);
  });

  test('success and complete both next: z: z once, with the data of both, the primary winning', () => {
    const text = yaml`
      tasks:
        - id: a
          type: basic
          on_success: {next: z, with: {from: success, s: 1}}
          on_complete: {next: z, with: {from: complete, c: 1}}
        - {id: z, type: basic}
    `;
    const run = runScript(text);
    expect(run.order).toEqual(['a', 'z']);
    expect(run.view.output).toEqual({ from: 'success', c: 1, s: 1 });
    expect(edges(run)).toEqual(['a>on_success>z', 'a>on_complete>z']);
  });

  test('a handler sees event while its with is evaluated, and so does its target', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, with: {n: 1}, on_success: {next: b, with: {type: "{{ event.type }}", n: "{{ event.output.n }}"}}}
        - {id: b, type: basic, with: {source: "{{ event.source }}", at: "{{ event.timestamp }}"}}
    `;
    expect(runScript(text).view.output).toEqual({
      type: 'on_success',
      n: 1,
      source: 'a',
      at: '2026-01-01T00:00:00.000Z',
    });
  });

  test('data that cannot be passed on fails the task that wanted to', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: b, with: {n: "{{ 1 / 0 }}"}}}
        - {id: b, type: basic}
    `;
    const run = runScript(text);
    expect(run.statuses).toEqual({ a: 'error' });
    expect(run.view.error).toMatchObject({ code: 'EXPRESSION_ERROR', details: { field: 'on_success.with.n' } });
  });
});

const failing = (handlers: string): string => yaml`
  tasks:
    - id: a
      type: basic
      use: core:http
      ${handlers}
    - {id: n, type: basic, with: {code: "{{ error.code }}"}}
    - {id: t, type: basic}
    - {id: c, type: basic}
`;
const withError = (error: string): Script => ({ answers: { a: { error } } });

describe('error', () => {
  test('on_error.next handles the error, and the target sees it as error', () => {
    const run = runScript(failing('on_error: {next: n}'), withError('MINE'));
    expect(run.view).toMatchObject({ status: 'success', output: { code: 'MINE' } });
  });

  test('on_error {routes: {TIMEOUT_ERROR: t}, next: n}, timeout goes to t, other to n', () => {
    const text = failing('on_error: {routes: {TIMEOUT_ERROR: t}, next: n}');
    expect(order(text, withError('TIMEOUT_ERROR'))).toEqual(['a', 't']);
    expect(order(text, withError('EXECUTION_ERROR'))).toEqual(['a', 'n']);
    expect(edges(runScript(text, withError('TIMEOUT_ERROR')))).toEqual(['a>on_error.routes.TIMEOUT_ERROR>t']);
  });

  test('routes go by the value of condition where there is one; default and * match all', () => {
    const text = failing('on_error: {condition: "error.details.kind", routes: {soft: t, default: n}}');
    expect(order(text, { answers: { a: { error: 'X', details: { kind: 'soft' } } } })).toEqual(['a', 't']);
    expect(order(text, { answers: { a: { error: 'X', details: { kind: 'hard' } } } })).toEqual(['a', 'n']);
    expect(order(failing('on_error: {routes: {"*": n}}'), withError('X'))).toEqual(['a', 'n']);
  });

  test('value, in a route and in the data it passes on, is what is routed by; attempt counts from 1', () => {
    const text = failing(
      `on_error: {routes: {any: {condition: "value == 'X'", next: n, with: {by: "{{ value }}", attempt: "{{ event.attempt }}"}}}}`,
    );
    const run = runScript(text, withError('X'));
    expect(run.view).toMatchObject({ status: 'success', output: { by: 'X', attempt: 1 }, warnings: [] });
  });

  test('a route that leads nowhere leaves the error to on_error.next', () => {
    expect(order(failing('on_error: {routes: {X: {with: {n: 1}}}, next: n}'), withError('X'))).toEqual(['a', 'n']);
  });

  test('without routes condition is a guard', () => {
    const text = failing(`on_error: {condition: "error.code == 'X'", next: n}`);
    expect(runScript(text, withError('X')).view.status).toBe('success');
    expect(runScript(text, withError('Y')).view).toMatchObject({ status: 'error', error: { code: 'Y' } });
  });

  test('an error that on_error does not route is unhandled', () => {
    const run = runScript(failing('on_error: {}'), withError('X'));
    expect(run.view).toMatchObject({ status: 'error', output: null, error: { code: 'X' } });
  });

  test('a condition that fails matches nothing and the first error is reported', () => {
    const run = runScript(failing('on_error: {condition: "1 / 0", next: n}'), withError('X'));
    expect(run.view).toMatchObject({ status: 'error', error: { code: 'X' } });
    expect(run.view.warnings).toMatchObject([{ code: 'EXPRESSION_ERROR', taskId: 'a' }]);
  });

  test('on_error.next: end handles the error', () => {
    expect(runScript(failing('on_error: {next: end}'), withError('X')).view).toMatchObject({
      status: 'success',
      output: null,
    });
  });

  test('an unhandled error cancels other branches; the on_complete branch still runs; the run ends error', () => {
    const text = yaml`
      tasks:
        - {id: s, type: basic, on_success: {next: [a, slow]}}
        - {id: a, type: basic, use: core:http, on_complete: {next: c}}
        - {id: slow, type: basic, use: core:http, on_complete: {next: never}}
        - {id: c, type: basic, use: core:http, on_success: {next: d}}
        - {id: d, type: basic}
        - {id: never, type: basic}
    `;
    const run = runScript(text, {
      answers: { a: { error: 'X', after: 5 }, slow: { never: true }, c: { value: 1, after: 5 } },
    });
    expect(run.order).toEqual(['s', 'a', 'slow', 'c', 'd']);
    expect(run.statuses).toEqual({ s: 'success', a: 'error', slow: 'cancelled', c: 'success', d: 'success' });
    expect(run.view).toMatchObject({ status: 'error', error: { code: 'X' } });
    expect(run.effects).toContainEqual({ type: 'effect.abort', key: 'run/slow/3/1/1' });
  });
});

test('a second unhandled error, in the branch that survived the first, cancels what is live beside it; the first is that of the run', () => {
  const text = yaml`
    tasks:
      - {id: a, type: basic, use: core:http, on_complete: {next: [bad, slow, queued]}}
      - {id: bad, type: basic, use: core:http, on_complete: {next: last}}
      - {id: slow, type: basic, use: core:http, on_complete: {next: never}}
      - {id: queued, type: wait, config: {timeout: 1h, check_interval: 1h}, on_success: {next: never}}
      - {id: last, type: basic}
      - {id: never, type: basic}
  `;
  const answers = { a: { error: 'FIRST' }, bad: { error: 'SECOND', after: 5 }, slow: { never: true } } as const;
  const run = runScript(text, { answers });
  expect(run.statuses).toEqual({ a: 'error', bad: 'error', slow: 'cancelled', queued: 'cancelled', last: 'success' });
  expect(run.view).toMatchObject({ status: 'error', error: { code: 'FIRST' } });
  expect(run.effects).toContainEqual({ type: 'effect.abort', key: 'run/slow/3/1/1' });
  // Version 0.1 let the others end.
  expect(runScript(text, { answers, engine: '0.1.0' }).statuses).toMatchObject({ slow: 'running', queued: 'success' });
});

test('past a limit in the branch that survived an error nothing more begins', () => {
  const text = yaml`
    limits: {per_task: 1}
    tasks:
      - {id: a, type: basic, use: core:http, on_complete: {next: c}}
      - {id: c, type: basic, on_success: {next: [d, c, e]}}
      - {id: d, type: basic}
      - {id: e, type: basic}
  `;
  const run = runScript(text, { answers: { a: { error: 'FIRST' } } });
  expect(run.order).toEqual(['a', 'c']);
  expect(run.view.error).toMatchObject({ code: 'FIRST' });
});

describe('results', () => {
  test('outputs make the result; else the one task that led nowhere; else all such by id', () => {
    const tasks =
      'tasks: [{id: a, type: basic, with: {n: 1}, on_success: {next: [b, c]}}, {id: b, type: basic, with: {n: 2}}, {id: c, type: basic, with: {n: 3}}]';
    expect(runScript(tasks).view.output).toEqual({ b: { n: 2 }, c: { n: 3 } });
    const text = `outputs: {sum: "{{ tasks.b.output.n + tasks.c.output.n }}", by: "{{ workflow.input.user }}"}\n${tasks}`;
    expect(runScript(text, { input: { user: 'ada' } }).view.output).toEqual({ sum: 5, by: 'ada' });
  });

  test('a task that forked a branch at its start did lead on, so the result is what that branch gives', () => {
    const text = 'tasks: [{id: a, type: basic, with: {n: 1}, on_start: {next: b}}, {id: b, type: basic, with: {n: 2}}]';
    expect(runScript(text).view.output).toEqual({ n: 2 });
  });

  test('a last task that ran twice gives its last output by id, as several do', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: [b, c]}}
        - {id: b, type: basic, on_success: {next: d, with: {n: 1}}}
        - {id: c, type: basic, on_success: {next: d, with: {n: 2}}}
        - {id: d, type: basic}
    `;
    expect(runScript(text).view.output).toEqual({ d: { n: 2 } });
  });

  test.each([
    ['before the others', 'd, b', { n: 2 }],
    ['after them', 'b, d', { n: 2 }],
    ['among several', 'b, d, c', { b: { n: 2 }, c: { n: 3 } }],
    ['alone', 'd', { value: 1, route: 'default', matched: false }],
  ])('a decision that ends is part of the result only where nothing else is: %s', (_, next, output) => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: [${next}]}}
        - {id: b, type: basic, with: {n: 2}}
        - {id: c, type: basic, with: {n: 3}}
        - {id: d, type: decision, config: {condition: 1, routes: {}, default: {next: end}}}
    `;
    expect(runScript(text).view.output).toEqual(output);
  });

  test('a run of before keeps its decisions in the result', () => {
    const text = `tasks:
      - {id: a, type: basic, on_success: {next: [b, d]}}
      - {id: b, type: basic, with: {n: 2}}
      - {id: d, type: decision, config: {condition: 1, routes: {}, default: {next: end}}}`;
    expect(Object.keys(Object(runScript(text, { engine: '0.2.0' }).view.output))).toEqual(['b', 'd']);
  });

  test('outputs that cannot be evaluated fail the run', () => {
    const run = runScript('outputs: {n: "{{ 1 / 0 }}"}\ntasks: [{id: a, type: basic}]');
    expect(run.view).toMatchObject({ status: 'error', error: { code: 'EXPRESSION_ERROR' } });
  });
});

test('a failing first call is reported with its code and message', () => {
  const run = runScript('tasks: [{id: a, type: basic, use: "core:http"}]', { answers: { a: FAILS } });
  expect(run.view.error).toEqual({ code: 'EXECUTION_ERROR', message: 'scripted EXECUTION_ERROR', details: null });
});
