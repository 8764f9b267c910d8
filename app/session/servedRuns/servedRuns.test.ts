import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Json } from '#engine/values';
import type { EngineWorker, RunControl, RunRecord, RunServer, ServedNews } from '#engine/worker';
import { answerTrust } from '../document/trustGate.ts';
import { connectRuns, openRun } from '../run/run.ts';
import { sendControl } from '../run/sendControl.ts';
import { toServedId } from '../servers/servedId.ts';
import { session, update } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession } from '../testSession.ts';
import { compareText } from './compareText.ts';
import { forkHere } from './forkHere.ts';
import { rerun } from './rerun.ts';

const SERVER: RunServer = { address: 'http://127.0.0.1:4700', token: null };
const TEXT = 'tasks: []\n';
/** SHA-256 of {@link TEXT}. */
const DIGEST = '5881da4e97000d866443ccbf3857424c58f4890a91213bdc387e1b1f582d3887';

const RUN = toServedId({ address: SERVER.address, runId: 'r1' });
const STARTED = { seq: 0, at: 1, type: 'run.started', runId: 'r1', input: { n: 4 }, simulate: false };

/** The run as it is in the history here, once it was taken over from the server. */
const COPY: RunRecord = {
  runId: 'copy',
  path: 'same.yaml',
  name: null,
  status: 'running',
  startedAt: 1,
  endedAt: null,
  simulate: false,
  simulated: false,
  importedFrom: SERVER.address,
  source: TEXT,
  input: {},
  events: [],
};

/** What the server answers to each path. */
const ANSWERS: Readonly<Record<string, Json>> = {
  '/api/workflows': {
    workflows: [
      { name: 'same', digest: DIGEST, valid: true },
      { name: 'other', digest: 'ff', valid: true },
      { name: 'broken', digest: DIGEST, valid: false },
    ],
  },
  '/api/runs/r1/events?after=0&limit=1000': { events: [{ position: 1, event: STARTED }] },
  '/api/workflows/same/runs': { id: 'r2' },
};

const askServer = vi.fn<EngineWorker['askServer']>();
const importServed = vi.fn<EngineWorker['importServed']>();
const forkRun = vi.fn<EngineWorker['forkRun']>();
let tell: (news: ServedNews) => void = () => undefined;
let stop: () => void = () => undefined;

beforeEach(async () => {
  askServer.mockReset().mockImplementation(async (_, { path }) => ({
    ok: true,
    value: { status: 200, body: ANSWERS[path] ?? {} },
  }));
  importServed.mockReset().mockResolvedValue(COPY);
  forkRun.mockReset().mockResolvedValue({ ok: false, failure: { type: 'check', diagnostics: [] } });
  resetSession({ 'same.yaml': TEXT, 'other.yaml': TEXT, 'broken.yaml': TEXT, 'mine.yaml': TEXT });
  update({ workspace: { servers: [SERVER] } });
  const engine = idleEngine({
    askServer,
    importServed,
    forkRun,
    findRun: async (runId) => (runId === COPY.runId ? COPY : null),
    listRuns: async () => [],
    readServed: async () => ({ ok: true, value: { path: 'same.yaml', source: TEXT, files: new Map() } }),
    followServed: (_server, _from, listener) =>
      new Promise(() => {
        tell = listener;
      }),
  });
  stop = connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
  await openRun(RUN);
});
afterEach(() => {
  vi.unstubAllGlobals();
  stop();
});

/** The requests that the server got, with what was sent along. */
function sent(): readonly (readonly [string, Json | undefined])[] {
  return askServer.mock.calls.flatMap(([, { method, path, body }]) =>
    method === 'POST' ? [[path, body] as const] : [],
  );
}

const shownServer = () => session.getState().run.shown?.server;

test('a server has a file with its text, with another, with errors, or not at all', async () => {
  vi.stubGlobal('isSecureContext', true);
  const types = ['same', 'other', 'broken', 'mine'].map(
    async (name) => (await compareText(SERVER, `${name}.yaml`)).type,
  );
  expect(await Promise.all(types)).toEqual(['same', 'other', 'invalid', 'missing']);
});

test('a server that refuses the token says so', async () => {
  const detail = 'The token is not one of this server.';
  askServer.mockResolvedValue({ ok: true, value: { status: 401, body: { code: 'TOKEN_REFUSED', detail } } });
  expect(await compareText(SERVER, 'same.yaml')).toEqual({ type: 'unknown', message: detail });
});

test.each<readonly [RunControl, string, Json | undefined]>([
  [{ type: 'run.paused', reason: 'asked' }, 'pause', undefined],
  [{ type: 'run.resumed' }, 'resume', undefined],
  [{ type: 'run.cancelled' }, 'cancel', undefined],
  [{ type: 'wait.skipped', activation: 3 }, 'skip', { activation: 3 }],
  [{ type: 'signal.received', name: 'go on', payload: true }, 'signals/go%20on', true],
])('a run on a server is told %j there', async (control, path, body) => {
  expect(await sendControl(control)).toBeUndefined();
  expect(sent()).toEqual([[`/api/runs/r1/${path}`, body]]);
});

test('what a server cannot do to a run is not asked of it, and a notice says what can be done', async () => {
  const notices = collectNotices();
  await sendControl({ type: 'run.stepped' });
  expect(sent()).toEqual([]);
  expect(notices.at(-1)?.message).toContain('Fork it here first');
});

test('a run on a server is started there once more with its input, and shown', async () => {
  await rerun(SERVER.address, { runId: RUN, path: 'same.yaml' });
  expect(sent()).toEqual([['/api/workflows/same/runs', { input: { n: 4 } }]]);
  expect(session.getState().run.shown?.runId).toBe(toServedId({ address: SERVER.address, runId: 'r2' }));
});

test('a run on a server is forked here once it is trusted, from a copy that is paused after the chosen event', async () => {
  const forking = forkHere(1);
  await vi.waitFor(() => expect(session.getState().document.trustQuestion).not.toBeNull(), { timeout: 30_000 });
  expect(importServed).toHaveBeenCalledExactlyOnceWith(SERVER, 'r1');
  expect(forkRun).not.toHaveBeenCalled();
  answerTrust(true);
  await forking;
  expect(forkRun).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ runId: 'copy', seq: 0, isPaused: true }));
});

test('a connection that is lost is told of until it is back', async () => {
  await vi.waitFor(() => expect(shownServer()?.problem).toBeNull());
  tell({ type: 'lost', message: 'The connection is lost, trying again.' });
  expect(shownServer()).toMatchObject({ problem: 'The connection is lost, trying again.', isRefused: false });
  tell({ type: 'connected' });
  expect(shownServer()?.problem).toBeNull();
});
