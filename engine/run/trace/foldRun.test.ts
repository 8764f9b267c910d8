import { expect, test } from 'vitest';
import { EMPTY_VIEW, foldRun } from './foldRun.ts';
import type { RunEvent, RunEventBody } from './RunEvent.ts';

function numbered(bodies: readonly RunEventBody[]): RunEvent[] {
  return bodies.map((body, seq) => ({ seq, at: 1000 + seq * 10, ...body }));
}

const ERROR = { code: 'EXECUTION_ERROR', message: 'no', details: null };
const A = { taskId: 'a', activation: 1 };
const STARTED = { type: 'task.started', parent: null, operation: null, input: { n: 1 } } as const;

const STORY = numbered([
  { type: 'run.started', runId: 'r', input: { n: 1 }, simulate: false },
  { ...STARTED, ...A },
  { type: 'task.attempt', ...A, attempt: 1 },
  { type: 'effect.requested', ...A, key: 'r/a/1/1/1', kind: 'tool', name: 'core:http', request: null },
  { type: 'effect.completed', ...A, key: 'r/a/1/1/1', response: null, error: ERROR, simulated: true, duration: 10 },
  { type: 'task.retrying', ...A, attempt: 2, attempts: 3, delay: 500, until: 1550, error: ERROR },
  { type: 'task.attempt', ...A, attempt: 2 },
  { type: 'task.succeeded', ...A, output: 7, duration: 60, retryCount: 1, simulated: true },
  { type: 'edge.taken', ...A, via: 'on_success', target: 'b', with: {} },
  { type: 'task.queued', taskId: 'b', activation: 2, parent: null, operation: null },
  { type: 'warning', taskId: 'b', code: 'X', message: 'careful', path: null },
  { type: 'task.cancelled', taskId: 'b', activation: 2, duration: 0 },
  { type: 'run.finished', status: 'cancelled', output: null, error: null },
]);

test('an activation shows its status, attempts, effects and times', () => {
  const view = foldRun(EMPTY_VIEW, STORY);
  expect(view.tasks.get('a')).toEqual({
    ...A,
    parent: null,
    operation: null,
    status: 'success',
    input: { n: 1 },
    output: 7,
    error: null,
    startedAt: 1010,
    endedAt: 1070,
    retryCount: 1,
    until: null,
    attempts: [
      { attempt: 1, startedAt: 1020, endedAt: 1050, error: ERROR },
      { attempt: 2, startedAt: 1060, endedAt: 1070, error: null },
    ],
    effects: [
      {
        key: 'r/a/1/1/1',
        kind: 'tool',
        name: 'core:http',
        request: null,
        response: null,
        error: ERROR,
        simulated: true,
        startedAt: 1030,
        endedAt: 1040,
      },
    ],
    progress: null,
    simulated: true,
    pinned: null,
    isEdited: false,
  });
  expect(view.tasks.get('b')).toMatchObject({ status: 'cancelled', startedAt: null, input: null });
  expect(view.edges).toEqual(new Map([['a>on_success>b', 1]]));
  expect(view.warnings).toEqual([{ taskId: 'b', code: 'X', message: 'careful', path: null }]);
  expect(view).toMatchObject({
    runId: 'r',
    status: 'cancelled',
    startedAt: 1000,
    endedAt: 1120,
    eventCount: STORY.length,
  });
});

test('a retrying task says until when', () => {
  const view = foldRun(EMPTY_VIEW, STORY.slice(0, 6));
  expect(view.tasks.get('a')).toMatchObject({ status: 'retrying', until: 1550, retryCount: 1 });
});

test('a retry that was waited for and never made does not count', () => {
  const retrying = foldRun(EMPTY_VIEW, STORY.slice(0, 6));
  const view = foldRun(retrying, numbered([{ type: 'task.cancelled', ...A, duration: 50 }]));
  expect(view.tasks.get('a')).toMatchObject({ status: 'cancelled', retryCount: 0 });
});

test('any batches of the same events give the same view', () => {
  const whole = foldRun(EMPTY_VIEW, STORY);
  for (let cut = 0; cut <= STORY.length; cut += 1) {
    expect(foldRun(foldRun(EMPTY_VIEW, STORY.slice(0, cut)), STORY.slice(cut))).toEqual(whole);
  }
  expect(STORY.reduce((view, event) => foldRun(view, [event]), EMPTY_VIEW)).toEqual(whole);
});

test('folding leaves the view it started from as it was', () => {
  const before = foldRun(EMPTY_VIEW, STORY.slice(0, 7));
  const copy = structuredClone(before);
  foldRun(before, STORY.slice(7));
  expect(before).toEqual(copy);
});

test('a card keeps the running activation while a second one of the task is queued', () => {
  const view = foldRun(
    EMPTY_VIEW,
    numbered([
      { ...STARTED, ...A },
      { type: 'task.queued', taskId: 'a', activation: 2, parent: null, operation: null },
    ]),
  );
  expect(view.tasks.get('a')?.activation).toBe(1);
  expect(view.activations.size).toBe(2);
});

test('events of an activation that never began change nothing but the count', () => {
  const view = foldRun(EMPTY_VIEW, numbered([{ type: 'task.attempt', ...A, attempt: 1 }]));
  expect(view).toEqual({ ...EMPTY_VIEW, eventCount: 1 });
});
