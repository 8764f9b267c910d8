import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunEvent } from '#engine/run';
import type { EngineWorker, RunRecord } from '#engine/worker';
import { connectRuns } from '../run/index.ts';
import { session, update } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession } from '../testSession.ts';
import { repeatRun } from './repeatRun.ts';

const startRun = vi.fn<EngineWorker['startRun']>();
let stop: () => void = () => undefined;

const events: readonly RunEvent[] = [
  { seq: 0, at: 1, type: 'run.started', runId: 'old', input: { for: 'the old one' }, simulate: true },
  { seq: 1, at: 2, type: 'run.finished', status: 'success', output: null, error: null },
];

const record: RunRecord = {
  runId: 'old',
  path: 'a.yaml',
  name: null,
  status: 'success',
  startedAt: 1,
  endedAt: 2,
  simulate: true,
  simulated: true,
  source: 'tasks: [{ id: a, type: basic }]\n',
  input: {},
  events,
};

beforeEach(() => {
  resetSession({ 'a.yaml': 'tasks: [{ id: a, type: basic }]\n' });
  update({ run: { lastInputs: new Map([['a.yaml', { for: 'the newest' }]]) } });
  startRun.mockReset().mockImplementation(async () => ({ ok: true, runId: 'again' }));
  const engine = idleEngine({
    startRun,
    listRuns: async () => [],
    findRun: async (runId) => (runId === 'old' ? record : null),
  });
  stop = connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
});
afterEach(() => stop());

it('starts a run of the history again with its own input, not with the newest one', async () => {
  expect(await repeatRun('old')).toBe(true);
  expect(startRun.mock.calls[0]?.[0]).toMatchObject({ path: 'a.yaml', input: { for: 'the old one' }, simulate: true });
});

it('says why it does not, where the file is gone', async () => {
  const notices = collectNotices();
  update({ document: { workspace: { ...session.getState().document.workspace, files: new Map() } } });
  expect(await repeatRun('old')).toBe(false);
  expect(notices.at(-1)?.message).toBe('a.yaml is no longer here.');
  expect(startRun).not.toHaveBeenCalled();
});
