import { describe, expect, test } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { replay, runScript, type Script, yaml } from '../../testing/index.ts';
import { forkJournal } from '../debugger/forkJournal.ts';
import { EMPTY_VIEW, foldRun } from './foldRun.ts';
import { planFrom, planUntil, type RunTrace } from './planRun.ts';

/** Runs a document, then again from a task of it. */
function rerun(text: string, taskId: string, script: Script = {}) {
  const recorded: RunTrace = runScript(text, script);
  return { recorded, run: runScript(text, { ...script, plan: planFrom(recorded, taskId) }) };
}

describe('a run from a task gives what the recorded run gave', () => {
  test('a join has the data of all that arrived, and the event of the last', () => {
    const text = yaml`
      tasks:
        - {id: s, type: basic, on_success: {next: [a, b, c]}}
        - {id: a, type: basic, use: core:http, on_success: {next: j, with: {x: 1, who: a}}}
        - {id: b, type: basic, use: core:http, on_success: {next: j, with: {y: 2, who: b}}}
        - {id: c, type: basic, use: core:http, on_success: {next: j, with: {z: 3, who: c}}}
        - {id: j, type: basic, join: all, with: {last: "{{ event.source }}"}}
    `;
    const answers = { a: { value: 1, after: 30 }, b: { value: 1, after: 10 }, c: { value: 1, after: 20 } };
    const { recorded, run } = rerun(text, 'j', { answers });
    expect(recorded.view.output).toEqual({ x: 1, y: 2, z: 3, who: 'a', last: 'a' });
    expect(run.view.output).toEqual(recorded.view.output);
    expect(run.order).toEqual(['j']);
  });

  test('the main exit wins over what on_complete passed', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: z, with: {from: success}}, on_complete: {next: z, with: {from: complete, c: 1}}}
        - {id: z, type: basic}
    `;
    const { recorded, run } = rerun(text, 'z');
    expect(recorded.view.output).toEqual({ from: 'success', c: 1 });
    expect(run.view.output).toEqual(recorded.view.output);
  });

  test.each([
    ['on_error', 'a', 'use: core:http'],
    ['on_timeout', 'a', 'config: {timeout: 1s, check_interval: 1s, condition: "false"}'],
    ['on_validation_error', 'a', 'schema: {input: {type: object, required: [x]}}'],
  ])('the error that %s led on with', (handler, id, more) => {
    const type = handler === 'on_timeout' ? 'wait' : handler === 'on_error' ? 'basic' : 'map';
    const text = yaml`
      tasks:
        - id: ${id}
          type: ${type}
          ${more}
          ${handler}: {next: z}
        - {id: z, type: basic, with: {code: "{{ error.code }}", type: "{{ event.type }}"}}
    `;
    const { recorded, run } = rerun(text, 'z', { answers: { a: { error: 'MINE' } } });
    expect(recorded.view.status).toBe('success');
    expect(run.view.output).toEqual(recorded.view.output);
    expect(run.view.output).toMatchObject({ type: handler });
  });

  test('one of several queued activations has its own data', () => {
    const text = yaml`
      tasks:
        - {id: s, type: basic, on_success: {next: [a, b]}}
        - {id: a, type: basic, on_success: {next: z, with: {n: 1}}}
        - {id: b, type: basic, on_success: {next: z, with: {m: 2}}}
        - {id: z, type: basic, use: core:http}
    `;
    const { run } = rerun(text, 'z', {
      answers: { z: (call) => ({ value: call.type === 'tool.call' ? call.input : 0, after: 5 }) },
    });
    expect(run.view.output).toEqual({ m: 2 });
  });

  test('agents and tools say what they gave, whatever the task made of it', () => {
    const text = yaml`
      agents: [{id: g, use: core:agent, config: {provider: mock, model: m}}]
      tools: [{id: t, use: core:http, schema: {input: {}, output: {}}}]
      tasks:
        - {id: a, type: decision, use: tool:t, config: {condition: "output.n > 1"}, on_success: {next: b}}
        - {id: b, type: map, use: agent:g, config: {mapping: {n: 1}}, on_success: {next: c}}
        - {id: c, type: collection, use: tool:t, config: {items: "[7, 8]"}, with: {n: "{{ item }}"}, on_success: {next: z}}
        - {id: z, type: basic, with: {t: "{{ tools.t.output.data }}", g: "{{ agents.g.output.data }}", c: "{{ tasks.c.output }}"}}
    `;
    const answers = { b: { value: { text: 'said', object: null, toolCalls: [] } } };
    const { recorded, run } = rerun(text, 'z', { answers });
    expect(recorded.view.output).toEqual({ t: { n: 8 }, g: 'said', c: [{ n: 7 }, { n: 8 }] });
    expect(run.view.output).toEqual(recorded.view.output);
    expect(run.calls).toEqual([]);
  });

  test('a tool that failed says so', () => {
    const text = yaml`
      tools: [{id: t, use: core:http, schema: {input: {}, output: {}}}]
      tasks:
        - {id: a, type: basic, use: tool:t, on_error: {next: z}}
        - {id: z, type: basic, with: {code: "{{ tools.t.error.code }}"}}
    `;
    const { run } = rerun(text, 'z', { answers: { a: { error: 'MINE' } } });
    expect(run.view.output).toEqual({ code: 'MINE' });
  });
});

test('until a task deep inside containers: what is around it runs, what is beside it is reused', () => {
  const text = yaml`
    tasks:
      - {id: a, type: basic, use: core:http, on_success: {next: c}}
      - id: c
        type: composite
        tasks:
          - id: p
            type: parallel
            tasks:
              - id: e
                type: collection
                config: {items: "[1, 2]", mode: sequential}
                tasks: [{id: x, type: basic, with: {n: "{{ item }}"}}, {id: y, type: basic}]
              - {id: q, type: basic, use: core:http}
        on_success: {next: z}
      - {id: z, type: basic}
  `;
  const answers = { a: { value: { n: 3 } }, q: { value: 1, after: 50 } };
  const recorded = runScript(text, { answers });
  const run = runScript(text, { answers, plan: planUntil(recorded, analyze('a.yaml', text).graph, 'x') });
  expect(run.view).toMatchObject({ status: 'success', output: { n: 1 } });
  expect(run.order).toEqual(['a', 'c', 'p', 'e', 'q', 'x']);
  expect(run.statuses).toMatchObject({ a: 'success', x: 'success', e: 'cancelled', q: 'cancelled', c: 'cancelled' });
  expect(run.calls.map(({ taskId }) => taskId)).toEqual(['q']);
  expect(run.effects.at(-1)?.type).toBe('effect.abort');
});

describe('a mocked error takes the route of a real one', () => {
  test.each([
    ['wait', 'TIMEOUT_ERROR', 'on_timeout'],
    ['map', 'VALIDATION_ERROR', 'on_validation_error'],
    ['wait', 'MINE', 'on_error'],
  ])('%s, %s: %s', (type, code, handler) => {
    const text = yaml`
      tasks:
        - {id: a, type: ${type}, ${handler}: {next: z}}
        - {id: z, type: basic, with: {type: "{{ event.type }}", code: "{{ error.code }}"}}
    `;
    const error = { code, message: 'mocked', details: null };
    const run = runScript(text, { plan: { pins: { a: { kind: 'mocked', error } } } });
    expect(run.view.output).toEqual({ type: handler, code });
  });
});

test('pins answer for tasks inside collections, in every item', () => {
  const text = yaml`
    tasks:
      - id: c
        type: collection
        config: {items: "[1, 2]"}
        tasks: [{id: x, type: basic, use: core:http}, {id: y, type: basic, with: {of: "{{ tasks.x.output }}", item: "{{ item }}"}}]
  `;
  const run = runScript(text, { plan: { pins: { x: { kind: 'pinned', output: 'given' } } } });
  expect(run.calls).toEqual([]);
  expect(run.view.output).toMatchObject([{ y: { of: 'given', item: 1 } }, { y: { of: 'given', item: 2 } }]);
});

describe('an output that is edited', () => {
  const breakpoints = [{ at: { task: 'y' }, condition: null }];
  const edited = (text: string, activation: number) =>
    runScript(text, {
      plan: { breakpoints },
      inputs: [
        { after: 5, type: 'value.edited', activation, target: 'output', value: 'new' },
        ...[6, 7, 8].map((after) => ({ after, type: 'run.resumed' as const })),
      ],
    });
  const children =
    'tasks: [{id: x, type: basic, use: core:log}, {id: y, type: basic, with: {of: "{{ tasks.x.output }}"}}]';

  test.each([
    ['a composite', `tasks: [{id: c, type: composite, ${children}}]`, { x: 'new', y: { of: 'new' } }],
    [
      'an item of a collection',
      `tasks: [{id: c, type: collection, config: {items: "[1]"}, ${children}}]`,
      [{ x: 'new', y: { of: 'new' } }],
    ],
    [
      'a composite in an operation of a parallel task',
      `tasks: [{id: p, type: parallel, tasks: [{id: c, type: composite, ${children}}]}]`,
      { c: { x: 'new', y: { of: 'new' } } },
    ],
  ])('inside %s is what is read, and what the container gives', (_, text, output) => {
    const paused = runScript(text, { plan: { breakpoints } });
    const run = edited(text, paused.view.tasks.get('x')?.activation ?? 0);
    expect(run.view.warnings).toEqual([]);
    expect(run.view.output).toEqual(output);
  });

  test('of a reused task keeps its other fields', () => {
    const text =
      'tasks: [{id: x, type: basic, on_success: {next: y}}, {id: y, type: basic, with: {of: "{{ tasks.x }}"}}]';
    const recorded = runScript(text);
    const run = runScript(text, {
      plan: { ...planFrom(recorded, 'y'), isPaused: true },
      inputs: [
        { after: 5, type: 'value.edited', activation: 1, target: 'output', value: 'new' },
        { after: 6, type: 'run.resumed' },
      ],
    });
    expect(run.view.output).toMatchObject({
      of: { output: 'new', start_time: '2026-01-01T00:00:00.000Z', duration: 0 },
    });
  });
});

describe('a fork of a busy run', () => {
  const text = yaml`
    tasks:
      - id: p
        type: parallel
        on_operation_complete: {next: h}
        tasks:
          - {id: e, type: collection, config: {items: "[1, 2]"}, use: core:http}
          - {id: c, type: composite, tasks: [{id: x, type: basic, use: core:http, retry: {attempts: 1, backoff: fixed, interval: 1s}}, {id: y, type: basic}]}
          - {id: w, type: wait, config: {timeout: 3s, check_interval: 1s}}
        on_success: {next: z}
      - {id: h, type: basic, use: core:http}
      - {id: z, type: basic}
  `;
  const old = runScript(text, {
    runId: 'old',
    answers: { e: { value: 1, after: 700 }, x: [{ error: 'X' }, { value: 1 }] },
  });
  /** How many inputs led to an event: that which caused it included. */
  const inputsFor = (seq: number): number => {
    let count = 0;
    for (let inputs = 1; inputs <= old.journal.length; inputs += 1) {
      count = replay(text, old.journal.slice(0, inputs)).length;
      if (count > seq) return inputs;
    }
    return old.journal.length;
  };
  const seqs = old.events.map(({ seq }) => seq);

  test.each(seqs)('after event %i, paused, shows that moment; unpaused what the same input led to', (seq) => {
    const inputs = inputsFor(seq);
    for (const isPaused of [true, false]) {
      const journal = forkJournal(old.journal, { runId: 'new', seq, inputs, isPaused });
      const events = replay(text, journal);
      const renamed = old.events.map((event) => JSON.stringify(event).replaceAll('"old', '"new'));
      const same = events.filter(({ type }) => type !== 'run.paused').map((event) => JSON.stringify(event));
      expect(same).toEqual(renamed.slice(0, same.length));
      expect(same.length).toBeGreaterThan(seq);
      if (!isPaused || events.at(-1)?.type === 'run.finished') continue;
      expect(foldRun(EMPTY_VIEW, events).paused).not.toBeNull();
      const calls = events.slice(seq + 1).filter(({ type }) => type === 'effect.requested');
      expect(calls).toEqual([]);
    }
  });

  test('of a fork that was paused and edited keeps what was done to it', () => {
    const chain = yaml`
      tasks:
        - {id: a, type: basic, use: core:log, on_success: {next: b}}
        - {id: b, type: basic, with: {of: "{{ tasks.a.output }}"}, on_success: {next: c}}
        - {id: c, type: basic}
    `;
    const first = runScript(chain, { runId: 'first' });
    const done = first.events.find((event) => event.type === 'task.succeeded' && event.taskId === 'a')?.seq ?? 0;
    const journal = [
      ...forkJournal(first.journal, { runId: 'second', seq: done, inputs: 2, isPaused: true }),
      { type: 'value.edited', at: 9, activation: 1, target: 'output', value: 'edited' } as const,
      { type: 'run.resumed', at: 9 } as const,
    ];
    const second = replay(chain, journal);
    const seq = second.findIndex((event) => event.type === 'task.succeeded' && event.taskId === 'b');
    const third = replay(chain, forkJournal(journal, { runId: 'third', seq, inputs: 4, isPaused: true }));
    expect(foldRun(EMPTY_VIEW, third).tasks.get('b')?.output).toEqual({ of: 'edited' });
    expect(foldRun(EMPTY_VIEW, third).paused).not.toBeNull();
  });
});
