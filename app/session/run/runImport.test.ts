import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunRecord, RunSummary } from '#engine/worker';
import { session } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession } from '../testSession.ts';
import { connectRuns } from './run.ts';
import { importRuns } from './runImport.ts';

const ROW: RunSummary = {
  runId: 'imported',
  path: 'a.yaml',
  name: null,
  status: 'success',
  startedAt: 1,
  endedAt: 2,
  simulate: false,
  simulated: false,
  isImported: true,
};
const RECORD: RunRecord = { ...ROW, source: 'tasks: []\n', input: {}, events: [] };
const BAD = 'In this exported run, input 1 (run.started), “at” must be a time.';

let stop: () => void = () => undefined;
beforeEach(() => {
  resetSession({ 'a.yaml': 'tasks: []\n' }, { view: { panel: 'files' } });
  const rows: RunSummary[] = [];
  const engine = idleEngine({
    importRun: async (text) => {
      if (text === 'bad') throw new Error(BAD);
      rows.push(ROW);
      return ROW;
    },
    listRuns: async () => rows,
    findRun: async () => RECORD,
  });
  stop = connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
});
afterEach(() => stop());

it('names a run that is refused, with what is wrong in it, and neither lists nor shows anything', async () => {
  const notices = collectNotices();
  await importRuns([{ name: 'run.json', text: 'bad' }]);
  expect(notices).toEqual([{ kind: 'error', message: `“run.json”: ${BAD}` }]);
  expect(session.getState()).toMatchObject({ run: { history: [], shown: null }, view: { panel: 'files' } });
});

it('shows one that is sound in the history, whichever beside it is refused', async () => {
  const notices = collectNotices();
  await importRuns([
    { name: 'good.json', text: 'good' },
    { name: 'run.json', text: 'bad' },
  ]);
  expect(notices.map(({ kind }) => kind)).toEqual(['error', 'success']);
  expect(session.getState()).toMatchObject({
    run: { history: [{ runId: 'imported' }], shown: { runId: 'imported', isImported: true } },
    view: { panel: 'runs' },
  });
});
