import { describe, expect, test } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { replay, runScript, yaml } from '../../testing/index.ts';
import { advance } from '../advance.ts';
import { createRun } from '../createRun.ts';
import { EMPTY_VIEW, foldRun } from '../trace/foldRun.ts';
import { planFrom, planOnly, planUntil } from '../trace/planRun.ts';
import { forkJournal } from './forkJournal.ts';

const DOCUMENT = yaml`
  agents:
    - id: writer
      use: core:agent
      config: {provider: mock, model: m}
      actions: [{id: write, instructions: Write., output: {type: object}}]
  tasks:
    - id: load
      type: basic
      use: core:http
      on_success: {next: pick, with: {n: "{{ output.n }}"}}
    - id: pick
      type: decision
      config: {condition: "{{ input.n > 3 }}", routes: {true: write, false: small}}
    - id: write
      type: basic
      use: agent:writer
      with: {from: "{{ tasks.load.output.n }}"}
      on_success: {next: done, with: {text: "{{ agents.writer.output.data.text }}"}}
    - id: small
      type: basic
      on_success: {next: done, with: {text: small}}
    - id: done
      type: basic
`;

const { graph } = analyze('a.yaml', DOCUMENT);

function record(n = 5) {
  return runScript(DOCUMENT, {
    runId: 'old',
    answers: {
      load: { value: { n } },
      write: {
        value: {
          text: '',
          object: { text: 'long' },
          toolCalls: [],
          model: 'm',
          usage: { input_tokens: 1, output_tokens: 1 },
          simulated: false,
        },
      },
    },
  });
}

describe('a run from a task', () => {
  test('starts nothing before it, and reads what the earlier run gave', () => {
    const recorded = record();
    const run = runScript(DOCUMENT, { plan: planFrom(recorded, 'done') });
    expect(run.order).toEqual(['done']);
    expect(run.view.output).toEqual({ text: 'long' });
    expect(run.view.tasks.get('load')).toMatchObject({ status: 'success', pinned: 'reused', output: { n: 5 } });
    expect(run.calls).toEqual([]);
  });

  test('continues from it as usual', () => {
    const run = runScript(DOCUMENT, { plan: planFrom(record(1), 'pick') });
    expect(run.order).toEqual(['pick', 'small', 'done']);
  });

  test.each([
    ['nowhere', 'REFERENCE_ERROR'],
    ['inner', 'CONFIGURATION_ERROR'],
  ])('that begins with %s does not begin', (taskId, code) => {
    const text = yaml`
      tasks:
        - id: all
          type: parallel
          tasks: [{id: inner, type: basic}]
    `;
    const run = runScript(text, { plan: { from: { taskId } } });
    expect(run.view).toMatchObject({ status: 'error', error: { code } });
  });
});

describe('a run until a task', () => {
  test('ends with it, before what follows', () => {
    const run = runScript(DOCUMENT, { plan: planUntil(null, graph, 'pick'), answers: { load: { value: { n: 9 } } } });
    expect(run.order).toEqual(['load', 'pick']);
    expect(run.view).toMatchObject({ status: 'success', output: { route: 'true' } });
  });

  test('takes the results the earlier run has, and the same routes', () => {
    const run = runScript(DOCUMENT, { plan: planUntil(record(), graph, 'done') });
    expect(run.calls).toEqual([]);
    expect(run.order).toEqual(['load', 'pick', 'write', 'done']);
    expect(run.view.tasks.get('pick')?.pinned).toBe('reused');
    expect(run.view.tasks.get('done')?.pinned).toBeNull();
    expect(run.view.output).toEqual({ text: 'long' });
  });

  test('runs the containers around it, and cancels what else is in flight', () => {
    const text = yaml`
      tasks:
        - id: all
          type: parallel
          tasks:
            - {id: slow, type: basic, use: core:http}
            - {id: quick, type: basic}
    `;
    const run = runScript(text, { plan: { until: 'quick' }, answers: { slow: { never: true } } });
    expect(run.view.status).toBe('success');
    expect(run.statuses).toEqual({ all: 'cancelled', quick: 'success', slow: 'cancelled' });
    const recorded = runScript(text);
    expect(planUntil(recorded, analyze('a.yaml', text).graph, 'quick')).toEqual({ until: 'quick' });
  });

  test('ends with its error', () => {
    const run = runScript(DOCUMENT, { plan: { until: 'load' }, answers: { load: { error: 'COMMUNICATION_ERROR' } } });
    expect(run.view).toMatchObject({ status: 'error', error: { code: 'COMMUNICATION_ERROR' } });
  });
});

describe('one task alone', () => {
  test('gets the input it is given, wherever it is', () => {
    const text = yaml`
      tasks:
        - id: each
          type: collection
          tasks: [{id: one, type: basic, with: {it: "{{ item }}"}}]
    `;
    const alone = planOnly(null, 'one', { it: 'pinned' });
    expect(runScript(text, { plan: alone }).view.output).toEqual({ it: 'pinned' });
    const item = runScript(text, { plan: { from: { taskId: 'one', roots: { item: 3 } }, until: 'one' } });
    expect(item.view.output).toEqual({ it: 3 });
  });

  test('gets the input it had where none is given', () => {
    const run = runScript(DOCUMENT, { plan: planOnly(record(), 'done') });
    expect(run.view).toMatchObject({ status: 'success', output: { text: 'long' } });
  });
});

describe('a pinned output', () => {
  test('replaces the task and what it uses, and is marked', () => {
    const pins = {
      load: { kind: 'mocked', output: { n: 7 } },
      write: { kind: 'pinned', output: { text: 'by hand' } },
    } as const;
    const run = runScript(DOCUMENT, { plan: { pins } });
    expect(run.calls).toEqual([]);
    expect(run.view.output).toEqual({ text: 'by hand' });
    expect(run.view.tasks.get('write')).toMatchObject({ pinned: 'pinned', status: 'success' });
    expect(run.view.tasks.get('load')?.pinned).toBe('mocked');
  });

  test.each([
    ['true', 'write'],
    ['false', 'small'],
  ])('of a decision takes the route %s that it names', (route, next) => {
    const pins = { pick: { kind: 'pinned', output: { value: null, route, matched: true } } } as const;
    const run = runScript(DOCUMENT, { plan: { pins, until: next }, answers: { load: { value: { n: 0 } } } });
    expect(run.order).toEqual(['load', 'pick', next]);
  });

  test('can be an error: it is not retried, and its handler is asked', () => {
    const text = yaml`
      tasks:
        - id: a
          type: basic
          use: core:http
          retry: {attempts: 3, backoff: fixed, interval: 1s}
          on_error: {next: b}
        - {id: b, type: basic, with: {code: "{{ error.code }}"}}
    `;
    const error = { code: 'RATE_LIMIT_ERROR', message: 'mocked', details: null };
    const run = runScript(text, { plan: { pins: { a: { kind: 'mocked', error } } } });
    expect(run.view.output).toEqual({ code: 'RATE_LIMIT_ERROR' });
    expect(run.view.tasks.get('a')).toMatchObject({ retryCount: 0, pinned: 'mocked' });
  });
});

describe('a fork', () => {
  test('leads to the same moment under another id, and requests again what was in flight', () => {
    const old = record();
    const count = old.journal.findIndex((input) => input.type === 'effect.completed') + 1;
    const journal = forkJournal(old.journal, { runId: 'new', seq: 0, inputs: count, isPaused: false });
    const run = createRun(readWorkflow(parseSyntax(DOCUMENT)));
    const steps = journal.map((input) => advance(run, input));
    expect(
      foldRun(
        EMPTY_VIEW,
        steps.flatMap(({ events }) => events),
      ).runId,
    ).toBe('new');
    expect(steps.at(-1)?.effects).toMatchObject([{ type: 'model.call', key: 'new/write/3/1/1' }]);
    expect(replay(DOCUMENT, old.journal)).toEqual(old.events);
  });

  test.each([0, 2, 6])('can pause right after event %i, in the middle of what one input led to', (seq) => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: b}}
        - {id: b, type: basic, on_success: {next: c}}
        - {id: c, type: basic}
    `;
    const old = runScript(text, { runId: 'old' });
    expect(old.journal).toHaveLength(1);
    const journal = forkJournal(old.journal, { runId: 'new', seq, inputs: 1, isPaused: true });
    const events = replay(text, journal);
    expect(events.at(-1)).toMatchObject({ type: 'run.paused', reason: 'asked' });
    const same = events.slice(1, -1);
    expect(same).toEqual(old.events.slice(1, same.length + 1));
    expect(events.length).toBeGreaterThan(seq);
    const resumed = replay(text, [...journal, { type: 'run.resumed', at: 1 }]);
    expect(resumed.at(-1)).toMatchObject({ type: 'run.finished', status: 'success' });
  });
});
