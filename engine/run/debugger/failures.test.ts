import { describe, expect, test } from 'vitest';
import { replay, runScript, SCRIPT_START, type Script, yaml } from '../../testing/index.ts';
import type { FailureAnswer } from '../contract/RunInput.ts';
import type { RunEvent } from '../trace/RunEvent.ts';

const TWO = yaml`
  tasks:
    - id: a
      type: basic
      use: core:http
      with: {n: 1}
      retry: {attempts: 1, backoff: fixed, interval: 1s}
      on_success: {next: b, with: {got: "{{ output }}"}}
    - {id: b, type: basic}
`;

/** The document with what its first task does about an error. */
const withHandler = (handler: string): string =>
  TWO.replace('    retry: {attempts: 1, backoff: fixed, interval: 1s}\n', handler);

const ALONE = withHandler('');

function answer(answer: FailureAnswer, after: number, activation = 1) {
  return { after, type: 'failure.answered', activation, answer } as const;
}

/** What decides how a run went, in order. */
function story(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => {
    switch (event.type) {
      case 'run.paused':
        return [`paused ${event.reason} ${event.failed?.taskId ?? '-'} ${event.failed?.error.message ?? '-'}`];
      case 'run.resumed':
        return ['resumed'];
      case 'task.attempt':
        return [`attempt ${event.attempt} of ${event.taskId}`];
      case 'task.retrying':
        return [`retrying ${event.taskId} after ${event.delay} ms by ${event.by ?? 'policy'}`];
      case 'value.edited':
        return [`edited ${event.target} of ${event.taskId}`];
      case 'task.succeeded':
      case 'task.failed':
        return [`${event.type === 'task.failed' ? 'failed' : 'succeeded'} ${event.taskId}`];
      default:
        return [];
    }
  });
}

function run(text: string, script: Script) {
  const result = runScript(text, { ...script, plan: { pauseOnError: 'all', ...script.plan } });
  // What the person said is an input: the journal alone gives the same run.
  expect(replay(text, result.journal)).toEqual(result.events);
  return result;
}

const DOWN = { error: 'down' } as const;

describe('a run that pauses on errors', () => {
  test('pauses before the failure is retried, and says what failed and where', () => {
    const { view, isFinished, events } = run(TWO, { answers: { a: DOWN } });
    expect(isFinished).toBe(false);
    expect(view.paused).toMatchObject({
      reason: 'error',
      failed: { taskId: 'a', activation: 1, attempt: 1, error: { message: 'scripted down' } },
      next: null,
    });
    expect(view.tasks.get('a')?.status).toBe('running');
    expect(story(events)).toEqual(['attempt 1 of a', 'paused error a scripted down']);
  });

  test('retries with another input, at once, and goes on with what that gives', () => {
    const { view, events, calls } = run(TWO, {
      answers: { a: [DOWN, { value: 'up' }] },
      inputs: [answer({ as: 'retry', input: { n: 2 } }, 50)],
    });
    expect(story(events)).toEqual([
      'attempt 1 of a',
      'paused error a scripted down',
      'resumed',
      'edited input of a',
      'retrying a after 0 ms by person',
      'attempt 2 of a',
      'succeeded a',
      'attempt 1 of b',
      'succeeded b',
    ]);
    expect(view).toMatchObject({ status: 'success', output: { got: 'up' }, paused: null });
    expect(view.tasks.get('a')).toMatchObject({ isEdited: true, input: { n: 2 }, retryCount: 1 });
    expect(calls.map((call) => (call.type === 'tool.call' ? call.input : null))).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('goes on as a success with an output', () => {
    const { view, events, calls } = run(ALONE, {
      answers: { a: DOWN },
      inputs: [answer({ as: 'success', output: 'by hand' }, 50)],
    });
    expect(story(events).slice(2)).toEqual([
      'resumed',
      'edited output of a',
      'succeeded a',
      'attempt 1 of b',
      'succeeded b',
    ]);
    expect(view).toMatchObject({ status: 'success', output: { got: 'by hand' } });
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['an answer', answer({ as: 'error' }, 50)],
    ['a resume', { after: 50, type: 'run.resumed' } as const],
  ])('goes on as an error by %s: its policy retries it, and the next failure pauses again', (_, input) => {
    const { view, events } = run(TWO, {
      answers: { a: DOWN },
      inputs: [input, { after: 2000, type: 'run.resumed' }],
    });
    expect(story(events)).toEqual([
      'attempt 1 of a',
      'paused error a scripted down',
      'resumed',
      'retrying a after 1000 ms by policy',
      'attempt 2 of a',
      'paused error a scripted down',
      'resumed',
      'failed a',
    ]);
    expect(view.tasks.get('a')?.attempts[1]?.startedAt).toBe(SCRIPT_START + 1050);
    expect(view).toMatchObject({ status: 'error', error: { message: expect.stringContaining('down') } });
  });

  test('asks about failures one after the other, also about one that comes while it is paused', () => {
    const { view, events } = run(
      yaml`
        tasks:
          - id: both
            type: parallel
            tasks:
              - {id: a, type: basic, use: core:http}
              - {id: b, type: basic, use: core:http}
      `,
      {
        answers: { a: DOWN, b: { error: 'late', after: 20 } },
        inputs: [answer({ as: 'success', output: 1 }, 50, 2), answer({ as: 'success', output: 2 }, 60, 3)],
      },
    );
    expect(story(events).filter((line) => line.startsWith('paused'))).toEqual([
      'paused error a scripted down',
      'paused error b scripted late',
    ]);
    expect(view).toMatchObject({ status: 'success', output: { a: 1, b: 2 } });
  });

  test('pauses once for what fails inside a container', () => {
    const { view, events } = run(
      yaml`
        tasks:
          - id: box
            type: composite
            tasks: [{id: a, type: basic, use: core:http}]
      `,
      { answers: { a: DOWN }, inputs: [{ after: 50, type: 'run.resumed' }] },
    );
    expect(story(events).filter((line) => line.startsWith('paused'))).toEqual(['paused error a scripted down']);
    expect(view.status).toBe('error');
  });

  test('lets an input that does not fit be changed before the first attempt', () => {
    const text = yaml`
      tasks:
        - id: a
          type: basic
          with: {n: many}
          schema: {input: {type: object, properties: {n: {type: number}}}}
    `;
    const inputs = [answer({ as: 'retry', input: { n: 'more' } }, 10), answer({ as: 'retry', input: { n: 3 } }, 20)];
    const { view, events } = run(text, { inputs });
    expect(story(events).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'paused error a',
      'resumed',
      'edited input of',
      'retrying a after',
      'paused error a',
      'resumed',
      'edited input of',
      'retrying a after',
      'attempt 1 of',
      'succeeded a',
    ]);
    expect(view).toMatchObject({ status: 'success', output: { n: 3 } });
  });

  test('makes a step over a failure as an error', () => {
    const handler = '    on_error: {next: b}\n';
    const { view } = run(withHandler(handler), { answers: { a: DOWN }, inputs: [{ after: 50, type: 'run.stepped' }] });
    expect(view.tasks.get('a')?.status).toBe('error');
    expect(view.paused).toMatchObject({ reason: 'step', next: { taskId: 'b' } });
  });

  test('warns of an answer to a failure that is not held', () => {
    const { view } = run(ALONE, { plan: { isPaused: true }, inputs: [answer({ as: 'error' }, 1)] });
    expect(view.warnings).toMatchObject([{ code: 'FAILURE_NOT_ANSWERED' }]);
  });

  test('is told, and told no longer, while it is under way', () => {
    const inputs = [{ after: 1, type: 'errorPause.set', pauses: 'off' } as const];
    const { view } = run(ALONE, { answers: { a: { error: 'down', after: 10 } }, inputs });
    expect(view.status).toBe('error');
  });

  test('does not pause for an error that a person has pinned', () => {
    const error = { code: 'EXECUTION_ERROR', message: 'pinned', details: {} };
    expect(run(ALONE, { plan: { pins: { a: { kind: 'mocked', error } } } }).view.status).toBe('error');
  });
});

describe('a run that pauses on unhandled errors', () => {
  test.each([
    ['nothing handles it', '', true],
    ['on_error leads on', '    on_error: {next: b}\n', false],
    ['a route takes it', '    on_error: {routes: {"*": b}}\n', false],
    ['no route takes it', '    on_error: {routes: {TIMEOUT_ERROR: b}}\n', true],
    ['its condition is not met', '    on_error: {condition: "false", next: b}\n', true],
    ['there is an attempt left', '    retry: {attempts: 1, backoff: fixed, interval: 1h}\n', false],
  ])('where %s', (_, handler, isPaused) => {
    const { events } = run(withHandler(handler), {
      answers: { a: [DOWN, { value: 1 }] },
      plan: { pauseOnError: 'unhandled' },
    });
    expect(events.some(({ type }) => type === 'run.paused')).toBe(isPaused);
  });

  test.each([
    ['whose container goes on', 'config: {error_handling: continue}', false],
    ['whose container handles it', 'on_error: {next: rescue}', false],
    ['whose container does nothing about it', 'name: Box', true],
  ])('of a task %s', (_, line, isPaused) => {
    const text = yaml`
      tasks:
        - id: box
          type: composite
          ${line}
          tasks: [{id: a, type: basic, use: core:http}]
        - {id: rescue, type: basic}
    `;
    const { events } = run(text, { answers: { a: DOWN }, plan: { pauseOnError: 'unhandled' } });
    expect(events.some(({ type }) => type === 'run.paused')).toBe(isPaused);
  });
});
