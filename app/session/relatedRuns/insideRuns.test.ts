import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunEvent, RunEventBody } from '#engine/run';
import type { EngineWorker, EventBatch, RunRecord } from '#engine/worker';
import { selectActivation } from '../document/selection.ts';
import { connectRuns, openRun } from '../run/run.ts';
import { session } from '../store/store.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { loadInside, openInside, selectInside } from './insideRuns.ts';

const FINISHED: RunEventBody = { type: 'run.finished', status: 'success', output: 7, error: null };

function events(from: number, ...bodies: readonly RunEventBody[]): readonly RunEvent[] {
  return bodies.map((body, index) => ({ seq: from + index, at: 1000 + from + index, ...body }));
}

function begun(runId: string): readonly RunEvent[] {
  const task = { taskId: 'one', activation: 1, parent: null, operation: null, input: null };
  return events(0, { type: 'run.started', runId, input: {}, simulate: false }, { type: 'task.started', ...task });
}

function recordOf(runId: string, status: RunRecord['status'] = 'running'): RunRecord {
  const row = { runId, path: `${runId}.yaml`, name: null, status, startedAt: 1000, endedAt: null };
  return { ...row, simulate: false, simulated: false, source: 'tasks: []\n', input: {}, events: begun(runId) };
}

let send: (batch: EventBatch) => void = () => undefined;
const subscribe: EngineWorker['subscribe'] = async (listener) => {
  send = listener;
};
let stop: () => void = () => undefined;
const findRun = vi.fn<EngineWorker['findRun']>();

beforeEach(async () => {
  resetSession({ 'outer.yaml': 'tasks: []\n' });
  findRun.mockReset().mockImplementation(async (runId) => recordOf(runId));
  const engine = idleEngine({ findRun, subscribe, listRuns: async () => [] });
  stop = connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
  await openRun('outer');
});
afterEach(() => stop());

const insideOf = (runId: string) => session.getState().run.inside.get(runId);

it('is read once, and followed while it goes on', async () => {
  await Promise.all([loadInside('inner'), loadInside('inner')]);
  await loadInside('inner');
  expect(findRun.mock.calls.filter(([runId]) => runId === 'inner').length).toBeLessThan(3);
  expect(insideOf('inner')).toMatchObject({ path: 'inner.yaml', view: { status: 'running' } });
  send({ runId: 'inner', events: events(1, ...begun('inner').slice(1), FINISHED) });
  expect(insideOf('inner')).toMatchObject({ events: { length: 3 }, view: { status: 'success' } });
  expect(session.getState().run.shown?.view.status).toBe('running');
});

it('has what happened while it was read', async () => {
  const answers: ((record: RunRecord) => void)[] = [];
  findRun.mockImplementation(
    () =>
      new Promise((resolve) => {
        answers.push(resolve);
      }),
  );
  const loading = loadInside('inner');
  send({ runId: 'inner', events: events(2, FINISHED) });
  answers[0]?.(recordOf('inner'));
  await loading;
  expect(insideOf('inner')?.view.status).toBe('success');
});

it('is shown as cancelled where nothing executes it, and as gone where it is not kept', async () => {
  findRun.mockResolvedValueOnce(recordOf('inner', 'interrupted')).mockResolvedValueOnce(null);
  await loadInside('inner');
  await loadInside('other');
  expect(insideOf('inner')?.view).toMatchObject({ status: 'cancelled', endedAt: 1001 });
  expect(insideOf('other')).toBeNull();
});

it('is forgotten when another run is put on screen', async () => {
  await loadInside('inner');
  await openRun('third');
  expect(session.getState().run.inside.size).toBe(0);
});

it('has steps that are chosen in place of one of the run on screen, and back', async () => {
  await loadInside('inner');
  selectActivation(1);
  selectInside('inner', 1);
  expect(session.getState().run.shown).toMatchObject({
    selectedActivation: null,
    selectedInside: { runId: 'inner', activation: 1 },
  });
  selectActivation(null);
  expect(session.getState().run.shown).toMatchObject({ selectedActivation: null, selectedInside: null });
});

it('is opened at a step', async () => {
  await loadInside('inner');
  await openInside('inner', 1);
  expect(session.getState().run.shown).toMatchObject({ runId: 'inner', selectedActivation: 1, selectedInside: null });
});
