import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunEvent, RunEventBody } from '#engine/run';
import type { EngineWorker, RunRecord } from '#engine/worker';
import { connectRuns, openRun } from '../run/run.ts';
import { showMoment } from '../run/runMoment.ts';
import { session } from '../store/store.ts';
import { shownStanding } from '../store/viewOf.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { countAt, insideAt, noteIdleThen } from './insideThen.ts';

/** At 1000, 1010, 1020, … ms. */
const many = Array.from({ length: 2001 }, (_, seq): RunEvent => ({ seq, at: 1000 + seq * 10, type: 'run.resumed' }));

it.each([
  [0, 0],
  [999, 0],
  [1000, 1],
  [1009, 1],
  [1010, 2],
  [1029, 3],
  [1030, 4],
  [99_999, 2001],
])('at %d ms so many events had happened: %d', (at, count) => {
  expect(countAt(many, at)).toBe(count);
});

type Timed = readonly [at: number, body: RunEventBody];

const started = (at: number, runId: string): Timed => [at, { type: 'run.started', runId, input: {}, simulate: false }];
const ref = (taskId: string) => ({ taskId, activation: taskId === 'one' ? 1 : 2 });
const begins = (at: number, taskId: string): Timed => [
  at,
  { type: 'task.started', ...ref(taskId), parent: null, operation: null, input: null },
];
const ends = (at: number, taskId: string): Timed => [
  at,
  { type: 'task.succeeded', ...ref(taskId), output: null, duration: 1, retryCount: 0, simulated: false },
];
const finished = (at: number): Timed => [at, { type: 'run.finished', status: 'success', output: null, error: null }];
/** Something that changes nothing, so that there is an instant. */
const tick = (at: number): Timed => [
  at,
  { type: 'handler.fired', ...ref('one'), handler: 'on_check', next: [], event: null },
];

/** A call that starts a run at 1010 and ends at 1100. */
const around = (runId: string, child: string): readonly Timed[] => [
  started(1000, runId),
  begins(1000, 'one'),
  [1000, { type: 'effect.requested', ...ref('one'), key: 'k', kind: 'tool', name: 'core:workflow', request: {} }],
  [1010, { type: 'child.reported', ...ref('one'), key: 'k', child: { runId: child, file: `${child}.yaml` } }],
  tick(1015),
  tick(1030),
  tick(1060),
  tick(1095),
  [
    1100,
    { type: 'effect.completed', ...ref('one'), key: 'k', response: {}, error: null, simulated: false, duration: 1 },
  ],
  ends(1100, 'one'),
  finished(1100),
];

/** Waits from 1020 to 1050, works until 1090, and has ended then. */
const INNER: readonly Timed[] = [
  started(1010, 'inner'),
  begins(1010, 'one'),
  [1020, { type: 'task.waiting', ...ref('one'), reason: 'signal go', until: 9_000 }],
  ends(1050, 'one'),
  begins(1050, 'two'),
  [1050, { type: 'effect.requested', ...ref('two'), key: 'h', kind: 'tool', name: 'core:http', request: {} }],
  [
    1090,
    { type: 'effect.completed', ...ref('two'), key: 'h', response: {}, error: null, simulated: false, duration: 1 },
  ],
  ends(1090, 'two'),
  finished(1090),
];

const RUNS: Readonly<Record<string, readonly Timed[]>> = {
  outer: around('outer', 'inner'),
  outermost: around('outermost', 'outer'),
  inner: INNER,
  lone: around('lone', 'gone'),
};

function recordOf(runId: string): RunRecord | null {
  const events = RUNS[runId]?.map(([at, body], seq): RunEvent => ({ seq, at, ...body }));
  if (events === undefined) return null;
  const row = { runId, path: `${runId}.yaml`, name: null, status: 'success', startedAt: 1000, endedAt: 1100 } as const;
  return { ...row, simulate: false, simulated: false, source: 'tasks: []\n', input: {}, events };
}

/** How the run on screen stood at a time. */
async function standingAt(at: number): Promise<string> {
  const { shown } = session.getState().run;
  showMoment(countAt(shown?.events ?? [], at));
  await noteIdleThen();
  const now = session.getState().run.shown;
  return now === null ? '' : shownStanding(now);
}

let stop: () => void = () => undefined;

describe('at an earlier instant', () => {
  const findRun = vi.fn<EngineWorker['findRun']>(async (runId) => recordOf(runId));
  beforeEach(() => {
    resetSession({ 'outer.yaml': 'tasks: []\n' });
    findRun.mockClear();
    const engine = idleEngine({ findRun, listRuns: async () => [] });
    stop = connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
  });
  afterEach(() => stop());

  it.each(['outer', 'outermost'])('a run stands as the runs inside did: %s', async (runId) => {
    await openRun(runId);
    expect(await standingAt(1015)).toBe('running');
    expect(await standingAt(1030)).toBe('waiting');
    expect(await standingAt(1060)).toBe('running');
    // The one inside has ended, and the call has not yet.
    expect(await standingAt(1095)).toBe('running');
    expect(await standingAt(1100)).toBe('success');
    // Each was read once.
    expect(findRun.mock.calls.filter(([id]) => id === 'inner')).toHaveLength(1);
  });

  it('a run inside that is no longer kept counts as at work', async () => {
    await openRun('lone');
    expect(await standingAt(1030)).toBe('running');
  });

  it('nothing is noted of an instant that is looked at no more', async () => {
    await openRun('outer');
    showMoment(6);
    const noting = noteIdleThen();
    showMoment(7);
    await noting;
    expect(session.getState().run.shown?.moment).toMatchObject({ count: 7 });
    expect(session.getState().run.shown?.moment?.isIdle).toBeUndefined();
  });

  it('a run inside is as its events until then say', async () => {
    await openRun('outer');
    await standingAt(1030);
    const inner = session.getState().run.inside.get('inner');
    if (inner == null) throw new Error('It was not read');
    const statusAt = (at: number): unknown => insideAt(inner, at).view.activations.get(1)?.status;
    expect([1005, 1015, 1030, 1060].map(statusAt)).toEqual([undefined, 'running', 'waiting', 'success']);
    expect(insideAt(inner, 1030).events).toHaveLength(3);
  });
});
