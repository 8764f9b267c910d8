import { beforeEach, expect, it, vi } from 'vitest';
import type { Json } from '#engine/values';
import type { EngineWorker, RunServer } from '#engine/worker';
import { setEngine } from '../document/engine.ts';
import { findOnServers } from '../history/findRuns.ts';
import { readServedPages } from '../history/readPages.ts';
import type { ServedRun } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { refreshAllServed } from './startOn.ts';

const [WELL, LARGE]: readonly [RunServer, RunServer] = [
  { address: 'http://127.0.0.1:4700', token: null },
  { address: 'http://127.0.0.1:4701', token: null },
];

const askServer = vi.fn<EngineWorker['askServer']>();

const row = (id: string): Json => ({
  id,
  workflow: 'a',
  status: 'success',
  queued_at: '2026-01-01T10:00:00.000Z',
  output_preview: '{"n":1}',
});

const page = (ids: readonly string[], next: string | null = null): Awaited<ReturnType<EngineWorker['askServer']>> => ({
  ok: true,
  value: { status: 200, body: { runs: ids.map(row), next } },
});

const TOO_LARGE: Awaited<ReturnType<EngineWorker['askServer']>> = {
  ok: false,
  error: { code: 'LIMIT_ERROR', message: 'The answer is larger than 32 MiB. Request less.', details: null },
};

beforeEach(() => {
  resetSession({});
  update({ workspace: { servers: [WELL, LARGE] } });
  setEngine({ engine: idleEngine({ askServer }), restart: () => undefined, onFailure: () => () => undefined });
});

const limitOf = (path: string): number => Number(/limit=(\d+)/.exec(path)?.[1]);

it('shows fewer runs of a server whose list is too large to be read, such as one of an earlier version', async () => {
  askServer.mockImplementation(async ({ address }, { path }) =>
    address === LARGE.address && limitOf(path) > 10 ? TOO_LARGE : page(['r1', 'r2']),
  );
  await refreshAllServed();
  const { served } = session.getState().run;
  expect([...served.values()].map(({ runs, problem }) => [runs.length, problem])).toEqual([
    [2, null],
    [2, null],
  ]);
});

it('says of a server whose list cannot be read why, and shows the runs of the others', async () => {
  askServer.mockImplementation(async ({ address }) => (address === LARGE.address ? TOO_LARGE : page(['r1'])));
  await refreshAllServed();
  const { served } = session.getState().run;
  expect(served.get(WELL.address)).toMatchObject({ runs: [{ path: 'a.yaml' }], problem: null });
  expect(served.get(LARGE.address)).toEqual({
    runs: [],
    problem: '127.0.0.1:4701: The answer is larger than 32 MiB. Request less.',
  });
});

it('says how many rows of a list it cannot read, and shows the rest', async () => {
  askServer.mockResolvedValue({
    ok: true,
    value: { status: 200, body: { runs: [row('r1'), { id: 'r2', status: 'melted' }], next: null } },
  });
  await refreshAllServed();
  const known = session.getState().run.served.get(WELL.address);
  expect(known?.runs).toHaveLength(1);
  expect(known?.problem).toBe(
    '127.0.0.1:4700: 1 of its runs cannot be shown here: runs[1].workflow is missing. Is the server a newer version?',
  );
});

it('keeps the pages of the history that were read before one that cannot be', async () => {
  askServer.mockImplementation(async (_, { path }) => (path.includes('cursor') ? TOO_LARGE : page(['r1', 'r2'], '7')));
  let shown: readonly ServedRun[] = [];
  const said = await readServedPages(
    LARGE,
    (runs) => (shown = runs),
    () => false,
  );
  expect(shown).toHaveLength(2);
  expect(said).toContain('larger than 32 MiB');
});

it('finds runs of servers by a text of their inputs, past pages without any, and without a server that cannot look', async () => {
  const refused = { status: 501, body: { code: 'NOT_SUPPORTED', detail: 'Texts are not looked for here.' } };
  askServer.mockImplementation(async ({ address }, { path }) => {
    if (address === LARGE.address) return { ok: true, value: refused };
    return path.includes('cursor=') ? page(['r7']) : page([], 'c1');
  });
  expect(await findOnServers(' Order & 7 ', () => false)).toEqual(new Set([`${WELL.address}#r7`]));
  expect(askServer.mock.calls.map(([, { path }]) => path)).toContain(
    '/api/runs?limit=200&text=Order%20%26%207&cursor=c1',
  );
  askServer.mockClear();
  askServer.mockImplementation(async () => page([], 'c1'));
  await findOnServers('x', () => false);
  expect(askServer.mock.calls.filter(([{ address }]) => address === WELL.address)).toHaveLength(10);
});
