import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StepScope } from '#engine/run';
import type { Json } from '#engine/values';
import type { EngineWorker, RunControl, RunRecord, RunServer, ServedNews } from '#engine/worker';
import { answerTrust } from '../document/trustGate.ts';
import { connectRuns, openRun } from '../run/run.ts';
import { sendControl } from '../run/sendControl.ts';
import { inspectRun } from '../runSteps/inspectRun.ts';
import { toServedId } from '../servers/servedId.ts';
import { session, update } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession } from '../testSession.ts';
import { compareText } from './compareText.ts';
import { continueWithMessage, forkHere } from './forkHere.ts';
import { repeatShown, rerun } from './startOn.ts';

const SERVER: RunServer = { address: 'http://127.0.0.1:4700', token: null };
const TEXT = 'tasks: []\n';
/** SHA-256 of {@link TEXT}. */
const DIGEST = '5881da4e97000d866443ccbf3857424c58f4890a91213bdc387e1b1f582d3887';

const RUN = toServedId({ address: SERVER.address, runId: 'r1' });
const STARTED = { seq: 0, at: 1, type: 'run.started', runId: 'r1', input: { n: 4 }, simulate: false } as const;

/** A run of this browser that has ended. */
const OWN: RunRecord = {
  runId: 'own',
  path: 'same.yaml',
  name: null,
  status: 'success',
  startedAt: 1,
  endedAt: 2,
  simulate: false,
  simulated: false,
  source: TEXT,
  input: {},
  events: [
    { ...STARTED, runId: 'own', input: { n: 5 } },
    { seq: 1, at: 2, type: 'run.finished', status: 'success', output: null, error: null },
  ],
};

/** The run as it is in the history here, once it was taken over from the server. */
const COPY: RunRecord = {
  ...OWN,
  runId: 'copy',
  status: 'running',
  endedAt: null,
  importedFrom: SERVER.address,
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
  '/api/runs/r1/events?after=0&limit=1000': { events: [{ position: 1, event: STARTED }], next: 1, ended: false },
  '/api/runs/r2/events?after=0&limit=1000': { events: [], next: 0, ended: false },
  '/api/workflows/same/runs': { id: 'r2' },
};

const askServer = vi.fn<EngineWorker['askServer']>();
const importServed = vi.fn<EngineWorker['importServed']>();
const forkRun = vi.fn<EngineWorker['forkRun']>();
const startRun = vi.fn<EngineWorker['startRun']>();
const inspectServed = vi.fn<EngineWorker['inspectServed']>();
let tell: (news: ServedNews) => void = () => undefined;
let stop: () => void = () => undefined;

beforeEach(async () => {
  askServer.mockReset().mockImplementation(async (_, { path }) => ({
    ok: true,
    value: { status: 200, body: ANSWERS[path] ?? {} },
  }));
  importServed.mockReset().mockResolvedValue(COPY);
  forkRun.mockReset().mockResolvedValue({ ok: false, failure: { type: 'check', diagnostics: [] } });
  startRun.mockReset().mockResolvedValue({ ok: true, runId: 'again' });
  inspectServed.mockReset();
  resetSession({ 'same.yaml': TEXT, 'other.yaml': TEXT, 'broken.yaml': TEXT, 'mine.yaml': TEXT });
  update({ workspace: { servers: [SERVER] } });
  const engine = idleEngine({
    askServer,
    importServed,
    forkRun,
    startRun,
    inspectServed,
    findRun: async (runId) => [COPY, OWN].find((record) => record.runId === runId) ?? null,
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
  const types = ['same', 'other', 'broken', 'mine'].map(
    async (name) => (await compareText(SERVER, `${name}.yaml`)).type,
  );
  expect(await Promise.all(types)).toEqual(['same', 'other', 'invalid', 'missing']);
});

test('a page that came over plain HTTP does not take the text of a server for another one', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(await compareText(SERVER, 'same.yaml')).toEqual({ type: 'unhashed' });
  expect(await compareText(SERVER, 'mine.yaml')).toEqual({ type: 'missing' });
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

test.each<readonly [RunControl, string, string]>([
  [{ type: 'run.paused', reason: 'asked' }, 'pause', 'outer'],
  [{ type: 'run.resumed' }, 'resume', 'outer'],
  [{ type: 'run.cancelled' }, 'cancel', 'outer'],
  [{ type: 'wait.skipped', activation: 3 }, 'skip', 'r1'],
])('inside of another run on a server, %j is told to the run that it concerns', async (control, path, runId) => {
  const { shown } = session.getState().run;
  if (shown === null) throw new Error('No run is shown.');
  const around = toServedId({ address: SERVER.address, runId: 'outer' });
  update({ run: { shown: { ...shown, parent: { runId: around, root: around, key: 'outer/call/1/1/1', files: [] } } } });
  await sendControl(control);
  expect(sent().map(([to]) => to)).toEqual([`/api/runs/${runId}/${path}`]);
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

test('the run on screen is repeated where it ran', async () => {
  await repeatShown();
  expect(sent()).toEqual([['/api/workflows/same/runs', { input: { n: 4 } }]]);
  expect(startRun).not.toHaveBeenCalled();
  await openRun('own');
  await repeatShown();
  expect(sent()).toHaveLength(1);
  expect(startRun).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ path: 'same.yaml', input: { n: 5 } }));
});

test('a run on a server goes on here with a message changed, once it is trusted: as a copy up to the request, not paused', async () => {
  const key = 'r1/find/1/1/3';
  const call = { type: 'effect.requested', key, kind: 'model', name: 'small', request: {} } as const;
  tell({ type: 'events', events: [{ seq: 1, at: 2, ...call, taskId: 'find', activation: 1 }] });
  const continued = continueWithMessage({ key, index: 1 }, 'Where is order 8?');
  await vi.waitFor(() => expect(session.getState().document.trustQuestion).not.toBeNull(), { timeout: 30_000 });
  expect(importServed).toHaveBeenCalledExactlyOnceWith(SERVER, 'r1');
  expect(forkRun).not.toHaveBeenCalled();
  answerTrust(true);
  await continued;
  const message = { place: 'find/1/1/3', index: 1, content: 'Where is order 8?' };
  expect(forkRun).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ runId: 'copy', seq: 1, isPaused: false, message }),
  );
});

test('a step of a run on a server is looked into there', async () => {
  const value: StepScope = { roots: {}, input: null, values: [{ ok: true, value: 8 }], isThere: true };
  inspectServed.mockResolvedValue({ ok: true, value });
  const { shown } = session.getState().run;
  if (shown === null) throw new Error('No run is on screen.');
  const scope = await inspectRun(shown, 1, ['workflow.input.n * 2']);
  expect(scope).toEqual({ ok: true, value: { ...value, isFromBegin: false } });
  expect(inspectServed).toHaveBeenCalledExactlyOnceWith(SERVER, {
    runId: 'r1',
    seq: 0,
    activation: 1,
    isBefore: false,
    expressions: ['workflow.input.n * 2'],
  });
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
