import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunError, RunEvent, RunEventBody } from '#engine/run';
import type { RunRecord } from '#engine/worker';
import { selectActivation } from '../document/selection.ts';
import { connectRuns, openRun } from '../run/run.ts';
import { session } from '../store/store.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { nextFailed } from './nextFailed.ts';

const ERROR: RunError = { code: 'EXECUTION_ERROR', message: 'It broke', details: null };

/** Of steps, by number: those that fail, and the run that each of them started. */
function recordOf(runId: string, failing: Readonly<Record<number, string | null>>): RunRecord {
  const bodies = [1, 2, 3].flatMap((activation): readonly RunEventBody[] => {
    const step = { taskId: `t${activation}`, activation };
    const child = failing[activation];
    const key = `${runId}/${activation}`;
    const call: readonly RunEventBody[] = [
      { type: 'effect.requested', ...step, key, kind: 'tool', name: 'core:workflow', request: null },
      { type: 'child.reported', ...step, key, child: { runId: child ?? '', file: 'inner.yaml' } },
      { type: 'effect.completed', ...step, key, response: null, error: ERROR, simulated: false, duration: 1 },
    ];
    return [
      { type: 'task.started', ...step, parent: null, operation: null, input: null },
      ...(child == null ? [] : call),
      child === undefined
        ? { type: 'task.succeeded', ...step, output: 1, duration: 1, retryCount: 0, simulated: false }
        : { type: 'task.failed', ...step, error: ERROR, output: null, duration: 1, retryCount: 0 },
    ];
  });
  const all: readonly RunEventBody[] = [
    { type: 'run.started', runId, input: {}, simulate: false },
    ...bodies,
    { type: 'run.finished', status: 'error', output: null, error: ERROR },
  ];
  const events = all.map((body, seq): RunEvent => ({ seq, at: 1000 + seq, ...body }));
  const row = { runId, path: `${runId}.yaml`, name: null, status: 'error', startedAt: 1000, endedAt: 1100 } as const;
  return { ...row, simulate: false, simulated: false, source: 'tasks: []\n', input: {}, events };
}

/** A run that went on though a collection failed for two of its items, whose runs are `inner` and `other`; the one between succeeded. */
function collectionRecord(): RunRecord {
  const record = recordOf('items', {});
  const step = { taskId: 't1', activation: 1 };
  const calls = (['inner', 'fine', 'other'] as const).flatMap((child, at): readonly RunEventBody[] => {
    const key = `items/1/item-${at}.1`;
    const error = child === 'fine' ? null : ERROR;
    return [
      { type: 'effect.requested', ...step, key, kind: 'tool', name: 'core:workflow', request: null },
      { type: 'child.reported', ...step, key, child: { runId: child, file: 'inner.yaml' } },
      { type: 'effect.completed', ...step, key, response: null, error, simulated: false, duration: 1 },
      { type: 'task.progress', ...step, done: at + 1, total: 3, failed: at === 0 ? 1 : at },
    ];
  });
  const [started, began, ...rest] = record.events;
  const bodies = [started, began, ...calls, ...rest].flatMap((body) => body ?? []);
  const events = bodies.map((body, seq): RunEvent => ({ ...body, seq, at: 1000 + seq }));
  return { ...record, events };
}

/** The outer run failed at 1, and at 3 with `inner`, which failed at 2 with `deep`, and at 3; `deep` failed at 1. */
const RECORDS: Readonly<Record<string, RunRecord>> = {
  outer: recordOf('outer', { 1: null, 3: 'inner' }),
  inner: recordOf('inner', { 2: 'deep', 3: null }),
  deep: recordOf('deep', { 1: null }),
  lost: recordOf('lost', { 2: 'gone' }),
  items: collectionRecord(),
  other: recordOf('other', { 2: null }),
};

let stop: () => void = () => undefined;
beforeEach(() => {
  resetSession({ 'outer.yaml': 'tasks: []\n' });
  const engine = idleEngine({ findRun: async (runId) => RECORDS[runId] ?? null, listRuns: async () => [] });
  stop = connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
});
afterEach(() => stop());

async function walk(by: 1 | -1, times: number): Promise<string> {
  const places: string[] = [];
  for (let count = 0; count < times; count += 1) {
    await nextFailed(by);
    const { shown } = session.getState().run;
    const inside = shown?.selectedInside ?? null;
    places.push(inside === null ? `${shown?.selectedActivation}` : `${inside.runId} ${inside.activation}`);
  }
  return places.join(', ');
}

it('leads through the steps that failed by themselves, in runs inside too, and from the last one on the first', async () => {
  await openRun('outer');
  expect(await walk(1, 5)).toBe('1, deep 1, inner 3, 1, deep 1');
  expect(await walk(-1, 4)).toBe('1, inner 3, deep 1, 1');
});

it('goes on from the step that is selected, and into the run of one that failed with it', async () => {
  await openRun('outer');
  selectActivation(2);
  expect(await walk(1, 1)).toBe('deep 1');
  selectActivation(3);
  expect(await walk(1, 1)).toBe('deep 1');
});

it('stays at a step whose run is not kept', async () => {
  await openRun('lost');
  expect(await walk(1, 2)).toBe('2, 2');
});

it('leads through the runs of all items that failed, of a collection that went on without them', async () => {
  await openRun('items');
  expect(await walk(1, 4)).toBe('deep 1, inner 3, other 2, deep 1');
  expect(await walk(-1, 2)).toBe('other 2, inner 3');
});
