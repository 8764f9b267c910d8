import { beforeEach, expect, test, vi } from 'vitest';
import type { Json } from '#engine/values';
import type { EngineWorker, RunServer } from '#engine/worker';
import { setEngine } from '../document/engine.ts';
import { openRun } from '../run/run.ts';
import { sendControl } from '../run/sendControl.ts';
import { answerWait, readInbox } from '../servedRuns/inbox.ts';
import { refreshAllServed } from '../servedRuns/startOn.ts';
import { session } from '../store/store.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { readRecord } from './served.ts';
import { readServedId, toServedId } from './servedId.ts';

const STAGING: RunServer = { address: 'http://127.0.0.1:4700', token: null };
const LIVE: RunServer = { address: 'https://runs.example/team', token: null };

/** The run of a schedule: two servers that serve the same folder have the same id for it. */
const ID = 'nightly-20260504T010000Z';

const AT = '2026-05-04T01:00:00.000Z';

const ANSWERS: Readonly<Record<string, Json>> = {
  '/api/runs?limit=50': { runs: [{ id: ID, workflow: 'nightly', status: 'waiting', queued_at: AT }] },
  '/api/inbox': { waits: [{ run_id: ID, workflow: 'nightly', task: 'ask', signal: 'go', since: AT }] },
  [`/api/runs/${ID}/events?after=0&limit=1000`]: {
    events: [{ position: 1, event: { seq: 0, at: 1, type: 'run.started', runId: ID, input: {}, simulate: false } }],
    next: 1,
    ended: false,
  },
};

const askServer = vi.fn<EngineWorker['askServer']>(async (_, { path }) => ({
  ok: true,
  value: { status: 200, body: ANSWERS[path] ?? {} },
}));

beforeEach(() => {
  askServer.mockClear();
  resetSession({ 'nightly.yaml': 'tasks: []\n' }, { workspace: { servers: [STAGING, LIVE] } });
  const engine = idleEngine({
    askServer,
    listRuns: async () => [],
    readServed: async () => ({ ok: true, value: { path: 'nightly.yaml', source: 'tasks: []\n', files: new Map() } }),
  });
  setEngine({ engine, onFailure: () => () => undefined, restart: () => undefined });
});

/** Where requests with a method went, since the test began. */
function asked(method: string): readonly string[] {
  return askServer.mock.calls.flatMap(([{ address }, request]) =>
    request.method === method ? [`${address}${request.path}`] : [],
  );
}

test('an id and its server are read again from what the session calls the run', () => {
  for (const server of [STAGING, LIVE]) {
    const place = { address: server.address, runId: ID };
    expect(readServedId(toServedId(place))).toEqual(place);
  }
  expect(readServedId('run-0cd7ce5e')).toBeNull();
});

test('runs with one id on two servers are two runs, and each is controlled where it is', async () => {
  await refreshAllServed();
  const listed = [...session.getState().run.served.values()].flatMap(({ runs }) => runs.map(({ runId }) => runId));
  expect(new Set(listed).size).toBe(2);
  await openRun(listed[0] ?? '');
  // The other server is asked last.
  await refreshAllServed();
  expect(session.getState().run.shown).toMatchObject({ runId: listed[0], server: { address: STAGING.address } });
  expect(session.getState().run.shown?.events).toHaveLength(1);
  await sendControl({ type: 'run.cancelled' });
  expect(asked('POST')).toEqual([`${STAGING.address}/api/runs/${ID}/cancel`]);
});

test('each of two waits of one id is answered on its own server', async () => {
  const { waits } = await readInbox();
  expect(waits.map(({ server }) => server)).toEqual([STAGING.address, LIVE.address]);
  for (const wait of waits.toReversed()) expect(await answerWait(wait, true)).toBeUndefined();
  expect(asked('POST')).toEqual([LIVE, STAGING].map((server) => `${server.address}/api/runs/${ID}/signals/go`));
});

test('an event that this version cannot read keeps the run from being shown, and the problem says where it is', async () => {
  const page = { events: [{ position: 1, event: { seq: 0, at: 1, type: 'run.begun' } }], next: 1, ended: true };
  askServer.mockResolvedValue({ ok: true, value: { status: 200, body: page } });
  const read = await readRecord(STAGING, ID);
  expect(read).toMatchObject({ ok: false, error: { code: 'UNREADABLE' } });
  expect(read.ok ? '' : read.error.message).toContain('events[0].event.type is “run.begun”');
});
