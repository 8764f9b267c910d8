import { describe, expect, test } from 'vitest';
import { runScript, type Script, type ScriptedRun, yaml } from '../testing/index.ts';

const FAILS = { error: 'EXECUTION_ERROR' } as const;

/** Task ids in order of their start. */
function order(text: string, script?: Script): readonly string[] {
  return runScript(text, script).order;
}

function edges(run: ScriptedRun): string[] {
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

  test('on_start and on_complete fork branches of their own', () => {
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

  test('without routes condition is a guard', () => {
    const text = failing(`on_error: {condition: "error.code == 'X'", next: n}`);
    expect(runScript(text, withError('X')).view.status).toBe('success');
    expect(runScript(text, withError('Y')).view).toMatchObject({ status: 'error', error: { code: 'Y' } });
  });

  test('an error that on_error does not route is unhandled', () => {
    const run = runScript(failing('on_error: {}'), withError('X'));
    expect(run.view).toMatchObject({ status: 'error', output: null, error: { code: 'X' } });
  });

  test('a condition that fails matches nothing and leaves the first error to tell of', () => {
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

describe('results', () => {
  test('outputs make the result; else the one task that led nowhere; else all such by id', () => {
    const tasks =
      'tasks: [{id: a, type: basic, with: {n: 1}, on_success: {next: [b, c]}}, {id: b, type: basic, with: {n: 2}}, {id: c, type: basic, with: {n: 3}}]';
    expect(runScript(tasks).view.output).toEqual({ b: { n: 2 }, c: { n: 3 } });
    const text = `outputs: {sum: "{{ tasks.b.output.n + tasks.c.output.n }}", by: "{{ workflow.input.user }}"}\n${tasks}`;
    expect(runScript(text, { input: { user: 'ada' } }).view.output).toEqual({ sum: 5, by: 'ada' });
  });

  test('outputs that cannot be evaluated fail the run', () => {
    const run = runScript('outputs: {n: "{{ 1 / 0 }}"}\ntasks: [{id: a, type: basic}]');
    expect(run.view).toMatchObject({ status: 'error', error: { code: 'EXPRESSION_ERROR' } });
  });
});

const diamond = (join: string): string => yaml`
  tasks:
    - {id: a, type: basic, on_success: {next: [b, c]}}
    - {id: b, type: basic, use: core:http, on_success: {next: d, with: {b: 1, last: b}}}
    - {id: c, type: basic, use: core:http, on_success: {next: d, with: {c: 2, last: c}}}
    - {id: d, type: basic${join}}
`;
const late = { answers: { b: { value: 0, after: 50 }, c: { value: 0, after: 10 } } } as const;

describe('joins', () => {
  test('A to B and C, both to D: D twice without join', () => {
    expect(order(diamond(''), late)).toEqual(['a', 'b', 'c', 'd', 'd']);
  });

  test('A to B and C, both to D with join: all: D once, with merged in order of arrival', () => {
    const run = runScript(diamond(', join: all'), late);
    expect(run.order).toEqual(['a', 'b', 'c', 'd']);
    expect(run.view.output).toEqual({ c: 2, b: 1, last: 'b' });
    expect(run.events.filter(({ type }) => type === 'task.queued')).toHaveLength(1);
  });

  test('a join runs with what arrived once a branch that does not reach it has ended elsewhere', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: [b, c]}}
        - {id: b, type: basic, use: core:http, on_success: {next: d}, on_error: {next: e}}
        - {id: c, type: basic, on_success: {next: d}}
        - {id: d, type: basic, join: all}
        - {id: e, type: basic}
    `;
    expect(order(text, { answers: { b: { error: 'X', after: 5 } } })).toEqual(['a', 'b', 'c', 'e', 'd']);
  });

  test('a join at the start does not wait for anything', () => {
    expect(order('tasks: [{id: a, type: basic, join: all}]')).toEqual(['a']);
  });
});

describe('queueing and limits', () => {
  test('one activation of a task runs at a time; later arrivals wait in line', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: [b, c]}}
        - {id: b, type: basic, on_success: {next: d, with: {n: 1}}}
        - {id: c, type: basic, on_success: {next: d, with: {n: 2}}}
        - {id: d, type: basic, use: core:http}
    `;
    const run = runScript(text, {
      answers: { d: (call) => ({ value: call.type === 'tool.call' ? call.input : null, after: 10 }) },
    });
    const times = [...run.view.activations.values()]
      .filter(({ taskId }) => taskId === 'd')
      .map(({ startedAt, input }) => [startedAt! - run.view.startedAt!, input]);
    expect(times).toEqual([
      [0, { n: 1 }],
      [10, { n: 2 }],
    ]);
    expect(run.events.filter(({ type }) => type === 'task.queued')).toHaveLength(1);
  });

  test("a task's own with sees its last activation, as a counter must", () => {
    const text = yaml`
      tasks:
        - id: count
          type: basic
          with: {n: "{{ (tasks.count.output.n ?? 0) + 1 }}"}
          on_success: {next: more}
        - {id: more, type: decision, config: {condition: "tasks.count.output.n < 4", routes: {true: count, false: end}}}
    `;
    const run = runScript(text);
    expect(run.view.tasks.get('count')?.output).toEqual({ n: 4 });
  });

  test('one that is cancelled in line leaves the turn with whom it belongs to', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, use: core:http, on_start: {next: a}, on_complete: {next: a}}
    `;
    const run = runScript(`limits: {per_task: 3}\n${text}`, {
      answers: {
        a: [
          { error: 'X', after: 3 },
          { value: 1, after: 3 },
        ],
      },
    });
    const times = [...run.view.activations.values()].flatMap(({ startedAt, endedAt }) =>
      startedAt === null ? [] : [[startedAt, endedAt]],
    );
    expect(times.length).toBeGreaterThan(2);
    for (const [index, [startedAt]] of times.entries())
      expect(startedAt).toBeGreaterThanOrEqual(times[index - 1]?.[1] ?? 0);
  });

  test('a loop goes round until its way out is taken', () => {
    const text = yaml`
      tasks:
        - id: count
          type: basic
          with: {n: "{{ (event.output.n ?? 0) + 1 }}"}
          on_success: {next: more}
        - id: more
          type: decision
          config:
            condition: "tasks.count.output.n < 3"
            routes: {true: again, false: end}
        - {id: again, type: basic, with: {n: "{{ tasks.count.output.n }}"}, on_success: {next: count}}
    `;
    const run = runScript(text);
    expect(run.order.filter((id) => id === 'count')).toHaveLength(3);
    expect(run.view.status).toBe('success');
  });

  test('past 1,000 activations of a task by transitions the run ends with LIMIT_ERROR', () => {
    const run = runScript(
      'tasks: [{id: a, type: basic, on_success: {next: b}}, {id: b, type: basic, on_success: {next: a}, on_error: {next: a}}]',
    );
    expect(run.view).toMatchObject({
      status: 'error',
      error: { code: 'LIMIT_ERROR', details: { type: 'limit.per_task' } },
    });
    expect(run.order).toHaveLength(2001);
  });

  test('limits can be set', () => {
    const run = runScript('limits: {per_task: 5}\ntasks: [{id: a, type: basic, on_success: {next: a}}]');
    expect(run.order).toHaveLength(6);
    const wide = runScript(
      'limits: {per_scope: 7}\ntasks: [{id: a, type: basic, on_success: {next: b}}, {id: b, type: basic, on_success: {next: a}}]',
    );
    expect(wide.view.error).toMatchObject({ details: { type: 'limit.per_scope' } });
  });

  test('past a limit a fork ends the run too', () => {
    const run = runScript('limits: {per_task: 2}\ntasks: [{id: a, type: basic, on_start: {next: a}}]');
    expect(run.view).toMatchObject({ status: 'error', error: { code: 'LIMIT_ERROR' } });
  });

  test('an endless loop answers after 256 steps and hears Stop', () => {
    const text =
      'limits: {per_task: 1000000, per_scope: 1000000}\ntasks: [{id: a, type: basic, on_success: {next: a}}]';
    const run = runScript(text, { mostInputs: 10 });
    expect(run.order).toHaveLength(2560);
    expect(run.journal.slice(1).every(({ type }) => type === 'run.continued')).toBe(true);
  });
});

describe('cancel', () => {
  test('aborts effects, cancels what runs and waits, and fires no handler', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: [b, c, d]}}
        - {id: b, type: basic, use: core:http, on_error: {next: a}, on_complete: {next: a}}
        - {id: c, type: basic, use: core:http}
        - {id: d, type: basic, on_success: {next: c}}
    `;
    const run = runScript(text, {
      answers: { b: { never: true }, c: { never: true } },
      inputs: [{ after: 100, type: 'run.cancelled' }],
    });
    expect(run.view).toMatchObject({ status: 'cancelled', output: null, error: { code: 'CANCELLED' } });
    expect(run.statuses).toEqual({ a: 'success', b: 'cancelled', c: 'cancelled', d: 'success' });
    expect(run.effects.filter(({ type }) => type === 'effect.abort')).toHaveLength(2);
    const after = run.events.filter(({ at }) => at > run.view.startedAt!).map(({ type }) => type);
    expect(after).toEqual(['task.cancelled', 'task.cancelled', 'task.cancelled', 'run.finished']);
  });

  test('what comes after the end changes nothing', () => {
    const run = runScript('tasks: [{id: a, type: basic}]', { inputs: [{ after: 5, type: 'run.cancelled' }] });
    expect(run.view.status).toBe('success');
  });
});

test('a failing first call is told with its code and message', () => {
  const run = runScript('tasks: [{id: a, type: basic, use: "core:http"}]', { answers: { a: FAILS } });
  expect(run.view.error).toEqual({ code: 'EXECUTION_ERROR', message: 'scripted EXECUTION_ERROR', details: null });
});
