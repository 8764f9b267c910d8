import { expect, test } from 'vitest';
import { readWorkflow } from '../model/index.ts';
import { parseSyntax } from '../syntax/index.ts';
import { replay, runScript, SCRIPT_START, startInput, yaml } from '../testing/index.ts';
import { advance } from './advance.ts';
import { createRun } from './createRun.ts';
import { pairEnds } from './testing.ts';
import { EMPTY_VIEW, foldRun } from './trace/foldRun.ts';
import type { RunEvent } from './trace/RunEvent.ts';

test('a task runs what it uses and hands its data on', () => {
  const run = runScript(
    yaml`
      tasks:
        - id: a
          type: basic
          use: core:http
          with:
            url: "https://x.test/{{ input.city }}"
          on_success:
            next: b
            with:
              n: "{{ output.n }}"
              text: "n={{ output.n }}"
        - id: b
          type: basic
    `,
    { input: { city: 'oslo' }, answers: { a: { value: { n: 5 }, after: 100 } } },
  );
  expect(run.view).toMatchObject({ status: 'success', output: { n: 5, text: 'n=5' } });
  expect(run.calls).toMatchObject([
    { type: 'tool.call', use: 'core:http', key: 'run/a/1/1/1', input: { city: 'oslo', url: 'https://x.test/oslo' } },
  ]);
  expect([...run.view.edges]).toEqual([['a>on_success>b', 1]]);
  expect(run.view.tasks.get('a')).toMatchObject({
    status: 'success',
    startedAt: SCRIPT_START,
    endedAt: SCRIPT_START + 100,
  });
});

/** A bit of everything: retries with jitter, operations, items, hooks, a wait, a join, generated ids. */
const BUSY = yaml`
  outputs: {id: "{{ tasks.a.output.id }}", each: "{{ tasks.each.output }}"}
  tasks:
    - id: a
      type: basic
      use: core:http
      with: {id: "{{ uuid() }}"}
      retry: {attempts: 3, backoff: exponential, interval: 1s, jitter: true}
      on_success: {next: [p, each]}
    - id: p
      type: parallel
      config: {max_concurrent: 1, fail_fast: true}
      on_operation_complete: {next: note}
      on_error: {next: both}
      on_success: {next: both}
      tasks:
        - {id: p1, type: basic, use: core:csv}
        - {id: p2, type: basic, use: core:csv, config: {timeout: 50ms}}
        - {id: p3, type: basic}
    - id: each
      type: collection
      config: {items: "range(0, 5)", batch_size: 2, continue_on_error: true}
      use: core:hash
      with: {n: "{{ item }}"}
      on_success: {next: w}
    - {id: w, type: wait, config: {timeout: 3s, check_interval: 1s, signal: go}, on_success: {next: both}}
    - {id: both, type: basic, join: all}
    - {id: note, type: basic, use: core:log}
`;
const BUSY_SCRIPT = {
  seed: 7,
  answers: {
    a: [{ error: 'COMMUNICATION_ERROR', after: 3 }, { value: { id: 1 } }],
    p1: { value: 1, after: 20 },
    p2: { never: true },
    each: [{ value: 1, after: 5 }, { error: 'X' }, { value: 3, after: 1 }],
  },
  inputs: [{ after: 2500, type: 'signal.received', name: 'go', payload: { by: 'ada' } }],
} as const;

test('the same inputs give the same events, byte for byte, and the same view', () => {
  const run = runScript(BUSY, BUSY_SCRIPT);
  expect(run.view.status).toBe('success');
  expect(run.statuses).toMatchObject({ p: 'error', p3: 'cancelled', w: 'success', both: 'success' });
  const again = replay(BUSY, run.journal);
  expect(JSON.stringify(again)).toBe(JSON.stringify(run.events));
  expect(foldRun(EMPTY_VIEW, again)).toEqual(run.view);
  const other = runScript(BUSY, { ...BUSY_SCRIPT, seed: 8 });
  expect(JSON.stringify(other.events)).not.toBe(JSON.stringify(run.events));
});

test('runs of one workflow share what is found in it, and nothing of their own', () => {
  const scripts = [
    BUSY_SCRIPT,
    { ...BUSY_SCRIPT, seed: 8, answers: { ...BUSY_SCRIPT.answers, a: { error: 'AUTHENTICATION_ERROR' } } },
  ];
  const alone = scripts.map((script) => runScript(BUSY, script));
  const workflow = readWorkflow(parseSyntax(BUSY));
  const together = alone.map(({ journal }) => ({ journal, run: createRun(workflow), events: [] as RunEvent[] }));
  const longest = Math.max(...alone.map(({ journal }) => journal.length));
  for (let index = 0; index < longest; index += 1) {
    for (const { journal, run, events } of together) {
      const input = journal[index];
      if (input !== undefined) events.push(...advance(run, input).events);
    }
  }
  expect(together.map(({ events }) => events)).toEqual(alone.map(({ events }) => events));
  expect(JSON.stringify(together[0]?.events)).not.toBe(JSON.stringify(together[1]?.events));
});

test('events are numbered from 0 without a gap, and time never goes back', () => {
  const { events } = runScript(BUSY, BUSY_SCRIPT);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(events.every(({ at }, index) => index === 0 || at >= (events[index - 1]?.at ?? 0))).toBe(true);
});

test('every activation that began is settled once, and every timer is fired or cancelled', () => {
  const { activations, timers } = pairEnds(runScript(BUSY, BUSY_SCRIPT));
  expect(activations.ended).toEqual(activations.begun);
  expect(timers.ended).toEqual(timers.begun);
});

test('inputs that nothing waits for change nothing', () => {
  const run = createRun(readWorkflow(parseSyntax('tasks: [{id: a, type: basic, use: "core:log"}]')));
  const started = startInput({ at: 5 });
  expect(advance(run, { type: 'timer.fired', at: 1, id: 'nothing' })).toMatchObject({
    events: [],
    effects: [],
    more: false,
    isFinished: false,
  });
  expect(advance(run, started).effects).toMatchObject([{ type: 'tool.call', key: 'r/a/1/1/1' }]);
  const answer = {
    type: 'effect.completed',
    at: 9,
    key: 'r/a/1/1/1',
    outcome: { ok: true, value: 1, simulated: false, warnings: [] },
  } as const;
  for (const input of [
    started,
    { ...answer, key: 'r/b/1/1/1' },
    { type: 'effect.started', at: 6, key: answer.key },
  ] as const) {
    expect(advance(run, input)).toMatchObject({ events: [], effects: [] });
  }
  expect(advance(run, answer)).toMatchObject({ isFinished: true });
  expect(advance(run, answer)).toMatchObject({ events: [], effects: [], more: false, isFinished: true });
});
