import { expect, test } from 'vitest';
import { SharedMap } from '../../base/index.ts';
import { EMPTY_VIEW, foldRun } from './foldRun.ts';
import type { RunEvent, RunEventBody } from './RunEvent.ts';
import type { RunView } from './RunView.ts';

function numbered(bodies: readonly RunEventBody[]): RunEvent[] {
  return bodies.map((body, seq) => ({ seq, at: 1000 + seq * 10, ...body }));
}

/** A view with maps that can be cloned. */
function toPlain(view: RunView): RunView {
  const { activations, tasks, edges } = view;
  return { ...view, activations: new Map(activations), tasks: new Map(tasks), edges: new Map(edges) };
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
    isHurried: false,
  });
  expect(view.tasks.get('b')).toMatchObject({ status: 'cancelled', startedAt: null, input: null });
  expect([...view.edges]).toEqual([['a>on_success>b', 1]]);
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
  const copy = structuredClone(toPlain(before));
  foldRun(before, STORY.slice(7));
  expect(toPlain(before)).toEqual(copy);
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

/** The parts that the maps of some views consist of, each counted once. */
function partsOf(views: readonly RunView[]): number {
  const parts = new Set<unknown>();
  for (const { activations, tasks, edges } of views)
    for (const map of [activations, tasks, edges]) if (map instanceof SharedMap) map.listParts(parts);
  return parts.size;
}

/** Events of `count` activations, one after another, of 20 tasks. */
function stepsFrom(from: number, count: number): RunEvent[] {
  const steps = Array.from({ length: count }, (_, index): RunEventBody[] => {
    const ref = { taskId: `t${(from + index) % 20}`, activation: from + index };
    return [
      { ...STARTED, ...ref },
      { type: 'task.succeeded', ...ref, output: 1, duration: 10, retryCount: 0, simulated: false },
      { type: 'edge.taken', ...ref, via: 'on_success', target: 't0', with: {} },
    ];
  });
  return numbered(steps.flat());
}

test('a batch adds to a long view as few parts as to a short one', () => {
  for (const past of [2_000, 60_000]) {
    const before = foldRun(EMPTY_VIEW, stepsFrom(1, past));
    const after = foldRun(before, stepsFrom(past + 1, 20));
    expect(after.activations.size).toBe(past + 20);
    expect(partsOf([before])).toBeGreaterThan(past / 20);
    expect(partsOf([before, after]) - partsOf([before])).toBeLessThan(70);
  }
});
