import { describe, expect, test } from 'vitest';
import { replay, runScript, SCRIPT_START, yaml } from '../../testing/index.ts';
import type { RunEvent } from '../trace/RunEvent.ts';

const CHAIN = yaml`
  tasks:
    - id: a
      type: basic
      use: core:http
      on_success: {next: b, with: {n: "{{ output.n }}"}}
    - id: b
      type: basic
      use: core:http
      with: {twice: "{{ input.n * 2 }}"}
      on_success: {next: c}
    - id: c
      type: basic
      with: {from: "{{ tasks.b.output.twice }}"}
`;

/** Types of the events of a run, those of one task with its id. */
function story(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'run.paused') return [`paused ${event.reason} before ${event.next?.taskId ?? 'nothing'}`];
    if (event.type === 'run.resumed') return ['resumed'];
    if (event.type === 'task.started') return [`started ${event.taskId}`];
    return event.type === 'task.succeeded' ? [`succeeded ${event.taskId}`] : [];
  });
}

describe('a paused run', () => {
  test('lets what is in flight end, starts nothing, and resumes where it was', () => {
    const run = runScript(CHAIN, {
      answers: { a: { value: { n: 1 }, after: 100 } },
      inputs: [
        { after: 50, type: 'run.paused', reason: 'asked' },
        { after: 900, type: 'run.resumed' },
      ],
    });
    expect(story(run.events)).toEqual([
      'started a',
      'paused asked before nothing',
      'succeeded a',
      'paused asked before b',
      'resumed',
      'started b',
      'succeeded b',
      'started c',
      'succeeded c',
    ]);
    expect(run.view).toMatchObject({ status: 'success', output: { from: 2 }, paused: null });
    expect(run.view.tasks.get('b')?.startedAt).toBe(SCRIPT_START + 900);
  });

  test('shows why it is paused and what comes next with what was passed on', () => {
    const run = runScript(CHAIN, { plan: { isPaused: true }, input: { city: 'oslo' } });
    expect(run.isFinished).toBe(false);
    expect(run.view.paused).toEqual({
      reason: 'asked',
      breakpoint: null,
      next: { taskId: 'a', activation: 1, passed: {} },
    });
  });

  test('holds the next call of an agent, a retry and a deadline until it resumes', () => {
    const run = runScript(
      yaml`
        tasks:
          - id: a
            type: basic
            use: core:http
            config: {timeout: 1s}
            retry: {attempts: 1, backoff: fixed, interval: 100ms}
      `,
      {
        answers: { a: [{ never: true }, { value: 'late' }] },
        inputs: [
          { after: 10, type: 'run.paused', reason: 'asked' },
          { after: 5_000, type: 'run.resumed' },
        ],
      },
    );
    expect(run.view).toMatchObject({ status: 'success', output: 'late' });
    expect(run.calls).toHaveLength(2);
    expect(run.view.tasks.get('a')?.attempts.map(({ endedAt }) => endedAt)).toEqual([
      SCRIPT_START + 5_000,
      SCRIPT_START + 5_100,
    ]);
  });

  test('can be cancelled', () => {
    const run = runScript(CHAIN, {
      plan: { isPaused: true },
      inputs: [{ after: 5, type: 'run.cancelled' }],
    });
    expect(run.view).toMatchObject({ status: 'cancelled', paused: null });
  });

  test('takes one task a step, its calls with it', () => {
    const run = runScript(CHAIN, {
      plan: { isPaused: true },
      answers: { a: { value: { n: 4 }, after: 10 } },
      inputs: [
        { after: 1, type: 'run.stepped' },
        { after: 50, type: 'run.stepped' },
      ],
    });
    expect(story(run.events)).toEqual([
      'paused asked before a',
      'started a',
      'paused step before nothing',
      'succeeded a',
      'paused step before b',
      'started b',
      'paused step before nothing',
      'succeeded b',
      'paused step before c',
    ]);
  });
});

describe('a breakpoint', () => {
  test('on a task pauses before it, once for each time it starts', () => {
    const run = runScript(CHAIN, {
      plan: { breakpoints: [{ at: { task: 'b' }, condition: null }] },
      answers: { a: { value: { n: 1 } } },
      inputs: [{ after: 10, type: 'run.resumed' }],
    });
    expect(story(run.events).slice(2, 5)).toEqual(['paused breakpoint before b', 'resumed', 'started b']);
    expect(run.isFinished).toBe(true);
  });

  test.each([
    ['input.n > 3', 5, true],
    ['{{ input.n > 3 }}', 2, false],
    ['input.', 2, true],
  ])('with the condition %s pauses where it holds, or cannot be evaluated', (condition, n, pauses) => {
    const run = runScript(CHAIN, {
      plan: { breakpoints: [{ at: { task: 'b' }, condition }] },
      answers: { a: { value: { n } } },
    });
    expect(run.view.paused?.next?.taskId ?? null).toBe(pauses ? 'b' : null);
    expect(run.isFinished).toBe(!pauses);
  });

  test('on an edge pauses once it is taken, and its condition sees the source', () => {
    const run = runScript(CHAIN, {
      plan: { breakpoints: [{ at: { edge: 'b>on_success>c' }, condition: 'output.twice == 2' }] },
      answers: { a: { value: { n: 1 } } },
    });
    expect(run.view.paused).toMatchObject({ reason: 'breakpoint', next: { taskId: 'c' } });
    expect(run.view.edges.get('b>on_success>c')).toBe(1);
  });

  test('can be set and removed while it runs', () => {
    const at = { task: 'c' };
    const run = runScript(CHAIN, {
      plan: { breakpoints: [{ at: { task: 'b' }, condition: null }] },
      answers: { a: { value: { n: 1 }, after: 10 } },
      inputs: [
        { after: 1, type: 'breakpoint.set', breakpoint: { at: { task: 'b' }, condition: null }, isSet: false },
        { after: 2, type: 'breakpoint.set', breakpoint: { at, condition: null }, isSet: true },
      ],
    });
    expect(run.view.paused?.next?.taskId).toBe('c');
  });
});

describe('a value of a paused run', () => {
  const breakpoints = [{ at: { task: 'b' }, condition: null }];
  const answers = { a: { value: { n: 1 } } };

  test('is changed: what comes next gets another input', () => {
    const run = runScript(CHAIN, {
      plan: { breakpoints },
      answers,
      inputs: [
        { after: 5, type: 'value.edited', activation: 2, target: 'input', value: { twice: 40 } },
        { after: 6, type: 'run.resumed' },
      ],
    });
    expect(run.view.output).toEqual({ from: 40 });
    expect(run.view.tasks.get('b')).toMatchObject({ input: { twice: 40 }, isEdited: true });
  });

  test('is changed: what is read of a task that ended', () => {
    const run = runScript(CHAIN, {
      plan: { breakpoints: [{ at: { task: 'c' }, condition: null }] },
      answers,
      inputs: [
        { after: 5, type: 'value.edited', activation: 2, target: 'output', value: { twice: 'edited' } },
        { after: 6, type: 'run.resumed' },
      ],
    });
    expect(run.view.output).toEqual({ from: 'edited' });
  });

  test.each([
    ['of a step that is not there', 9, 'output'],
    ['of an input that was used', 1, 'input'],
    ['of an output that is yet to come', 2, 'output'],
  ] as const)('stays as it is, with a warning: %s', (_, activation, target) => {
    const run = runScript(CHAIN, {
      plan: { breakpoints },
      answers,
      inputs: [{ after: 5, type: 'value.edited', activation, target, value: 1 }],
    });
    expect(run.view.warnings).toMatchObject([{ code: 'VALUE_NOT_EDITED' }]);
  });
});

test('controls are replayed from the journal like any other input', () => {
  const run = runScript(CHAIN, {
    plan: { isPaused: true, breakpoints: [{ at: { edge: 'a>on_success>b' }, condition: null }] },
    answers: { a: { value: { n: 1 }, after: 3 } },
    inputs: [
      { after: 1, type: 'run.stepped' },
      { after: 7, type: 'output.pinned', taskId: 'b', pin: { kind: 'pinned', output: { twice: 9 } } },
      { after: 8, type: 'run.resumed' },
      { after: 9, type: 'run.resumed' },
    ],
  });
  expect(run.view.output).toEqual({ from: 9 });
  expect(replay(CHAIN, run.journal)).toEqual(run.events);
});
