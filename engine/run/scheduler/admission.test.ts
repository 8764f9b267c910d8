import { describe, expect, test } from 'vitest';
import { runScript, type Script, yaml } from '../../testing/index.ts';

/** Task ids in order of their start. */
function order(text: string, script?: Script): readonly string[] {
  return runScript(text, script).order;
}

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

  test('a join that another join leads to waits for it and runs once, whichever is reached first', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: [b, c]}}
        - {id: b, type: basic, on_success: {next: [d, e]}}
        - {id: c, type: basic, use: core:http, on_success: {next: outer}}
        - {id: d, type: basic, use: core:http, on_success: {next: inner}}
        - {id: e, type: basic, use: core:http, on_success: {next: inner}}
        - {id: inner, type: basic, join: all, on_success: {next: outer}}
        - {id: outer, type: basic, join: all}
    `;
    for (const [c, d] of [
      [1, 9],
      [9, 1],
    ] as const) {
      const answers = { c: { value: 0, after: c }, d: { value: 0, after: d }, e: { value: 0, after: 5 } };
      expect(order(text, { answers })).toEqual(['a', 'b', 'c', 'd', 'e', 'inner', 'outer']);
    }
  });

  test('of joins that lead to each other the first to be reached goes first', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: [x, y]}}
        - {id: x, type: basic, join: all, on_success: {next: d}}
        - {id: y, type: basic, join: all, on_success: {next: x}}
        - {id: d, type: decision, config: {condition: "tasks.y.status == 'pending'", routes: {"true": y}, default: {next: end}}}
    `;
    expect(order(text)).toEqual(['a', 'x', 'd', 'y', 'x', 'd']);
  });

  test('a join sees event and error of the last to arrive', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: [b, c]}}
        - {id: b, type: basic, use: core:http, on_error: {next: d}}
        - {id: c, type: basic, use: core:http, on_error: {next: d}}
        - {id: d, type: basic, join: all, with: {from: "{{ event.source }}", code: "{{ error.code }}"}}
    `;
    const run = runScript(text, { answers: { b: { error: 'LATE', after: 9 }, c: { error: 'SOON', after: 1 } } });
    expect(run.view.output).toEqual({ from: 'b', code: 'LATE' });
  });

  test('a join at the start does not wait for anything', () => {
    expect(order('tasks: [{id: a, type: basic, join: all}]')).toEqual(['a']);
  });
});

describe('queueing and limits', () => {
  test('one activation of a task runs at a time; later arrivals are queued', () => {
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

  test('one that is cancelled in the queue does not start the next', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, use: core:http, on_start: {next: a}, on_complete: {next: a}}
    `;
    const run = runScript(`limits: {per_task: 6}\n${text}`, {
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
    expect(wide.order).toHaveLength(8);
  });

  test('10,000 transitions of a scope are its limit where none is set', () => {
    const ring = Array.from({ length: 20 }, (_, n) => `{id: t${n}, type: basic, on_success: {next: t${(n + 1) % 20}}}`);
    const run = runScript(`tasks: [${ring.join(', ')}]`);
    expect(run.view.error).toMatchObject({ code: 'LIMIT_ERROR', details: { type: 'limit.per_scope' } });
    expect(run.order).toHaveLength(10_001);
  });

  test('past a limit a fork ends the run too', () => {
    const run = runScript('limits: {per_task: 2}\ntasks: [{id: a, type: basic, on_start: {next: a}}]');
    expect(run.view).toMatchObject({ status: 'error', error: { code: 'LIMIT_ERROR' } });
  });

  test('past a limit nothing that follows in a list begins', () => {
    const text = yaml`
      limits: {per_task: 2}
      tasks:
        - {id: s, type: basic, on_success: {next: a}}
        - {id: a, type: basic, on_success: {next: [a, b]}}
        - {id: b, type: basic}
    `;
    expect(order(text)).toEqual(['s', 'a', 'b', 'a']);
  });

  test('an endless loop returns after 256 steps and takes Stop', () => {
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
