import { beforeEach, expect, it, vi } from 'vitest';
import type { Json } from '#engine/values';
import type { EngineWorker, RunServer } from '#engine/worker';
import { setEngine } from '../document/engine.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import {
  readAudit,
  readServer,
  readTriggers,
  removeServed,
  runScheduleNow,
  setSchedulePaused,
  steerServed,
} from './operations.ts';
import { toServedId } from './servedId.ts';

const SERVER: RunServer = { address: 'http://127.0.0.1:4700', token: null };
const idOf = (runId: string): string => toServedId({ address: SERVER.address, runId });

const askServer = vi.fn<EngineWorker['askServer']>();
type AskedAnswer = Awaited<ReturnType<EngineWorker['askServer']>>;

const answer = (status: number, body: Json): AskedAnswer => ({ ok: true, value: { status, body } });
const LOST: AskedAnswer = { ok: false, error: { code: 'NETWORK_ERROR', message: 'No connection.', details: null } };

beforeEach(() => {
  askServer.mockReset();
  resetSession({});
  setEngine({ engine: idleEngine({ askServer }), restart: () => undefined, onFailure: () => () => undefined });
});

const SCHEDULE = {
  name: 'night ly',
  workflow: 'orders/new',
  cron: '0 3 * * *',
  time_zone: 'UTC',
  next: '2026-01-02T03:00:00.000Z',
  last_run: 'nightly-20260101T030000Z',
  last_due: '2026-01-01T03:00:00.000Z',
  queued: 1,
  paused: true,
  problem: null,
};

it('reads what the token may do, the limits with the one of all workflows first, and what is kept with the usual rule last', async () => {
  askServer.mockResolvedValue(
    answer(200, {
      access: { scope: 'run', workflows: ['orders/*'], rate: null },
      load: {
        most_active: 8,
        most_queued: 100,
        active: 2,
        queued: 0,
        workflows: [{ workflow: 'orders/new', active: 2, queued: 0, waiting: 1, paused: 0, refused: 3 }],
        rules: [{ workflow: 'orders/*', most_active: 2, most_queued: null, size: 1e6, active: 2, queued: 0 }],
        rates: [{ by: 'token ci', rate: '1/h', refused: 2 }],
        keep: {
          runs: 10,
          days: null,
          bytes: null,
          archived: true,
          rules: [{ workflow: null, status: 'error', runs: null, days: 9 }],
        },
      },
    }),
  );
  expect(await readServer(SERVER)).toEqual({
    ok: true,
    value: {
      access: { scope: 'run', workflows: ['orders/*'] },
      load: {
        limits: [
          { workflow: null, active: 2, mostActive: 8, queued: 0, mostQueued: 100, size: null },
          { workflow: 'orders/*', active: 2, mostActive: 2, queued: 0, mostQueued: null, size: 1e6 },
        ],
        workflows: [{ path: 'orders/new.yaml', active: 2, queued: 0, waiting: 1, paused: 0, refused: 3 }],
        rates: [{ by: 'token ci', rate: '1/h', refused: 2 }],
        keep: {
          rules: [
            { workflow: null, status: 'error', runs: null, days: 9 },
            { workflow: null, status: null, runs: 10, days: null },
          ],
          bytes: null,
          isArchived: true,
        },
      },
    },
  });
});

it('knows nothing of a server of an earlier version, and says where the answer of another one does not fit', async () => {
  askServer.mockResolvedValueOnce(answer(404, { code: 'NOT_FOUND', detail: 'There is nothing.' }));
  expect(await readServer(SERVER)).toEqual({ ok: true, value: null });
  const misfits: readonly (readonly [Json, string])[] = [
    [null, 'the answer is not a map'],
    [[], 'the answer is not a map'],
    [{ access: 'x' }, 'access is not a map'],
    [{ access: { scope: 'root' } }, 'access.scope is not one of read, run, admin'],
    [{ access: { scope: 'run', workflows: ['orders/*', 7] } }, 'access.workflows[1] is not a text'],
  ];
  for (const [body, place] of misfits) {
    askServer.mockResolvedValueOnce(answer(200, body));
    const message = expect.stringContaining(`cannot be read: ${place}. Is it`);
    expect(await readServer(SERVER)).toMatchObject({ ok: false, error: { code: 'UNREADABLE', message } });
  }
  askServer.mockResolvedValueOnce(LOST);
  expect(await readServer(SERVER)).toMatchObject({ ok: false, error: { code: 'UNREACHABLE' } });
});

it('pauses, resumes and runs a schedule by its name, and says what the server refuses', async () => {
  askServer.mockResolvedValueOnce(answer(200, SCHEDULE));
  expect(await setSchedulePaused(SERVER, 'night ly', true)).toMatchObject({
    value: { path: 'orders/new.yaml', isPaused: true, lastDue: Date.UTC(2026, 0, 1, 3), queued: 1 },
  });
  askServer.mockResolvedValueOnce(answer(403, { code: 'SCOPE_NEEDED', detail: 'The token may read.' }));
  expect(await setSchedulePaused(SERVER, 'night ly', false)).toMatchObject({
    error: { message: 'The token may read.' },
  });
  askServer.mockResolvedValueOnce(answer(202, { id: 'r9', workflow: 'orders/new', status: 'queued' }));
  expect(await runScheduleNow(SERVER, 'night ly')).toEqual({ ok: true, value: idOf('r9') });
  expect(askServer.mock.calls.map(([, { method, path }]) => `${method} ${path}`)).toEqual([
    'POST /api/schedules/night%20ly/pause',
    'POST /api/schedules/night%20ly/resume',
    'POST /api/schedules/night%20ly/run',
  ]);
});

it('reads schedules and what failures start, or says where they do not fit', async () => {
  const failures = [{ of: '*', workflow: 'mend', problem: 'It is gone.' }];
  askServer.mockResolvedValueOnce(answer(200, { schedules: [SCHEDULE], on_failure: failures }));
  expect(await readTriggers(SERVER)).toMatchObject({
    value: { schedules: [{ name: 'night ly' }], failures: [{ of: '*', path: 'mend.yaml', problem: 'It is gone.' }] },
  });
  askServer.mockResolvedValueOnce(answer(200, { schedules: [SCHEDULE, { name: 'x' }] }));
  expect(await readTriggers(SERVER)).toMatchObject({
    error: { message: expect.stringContaining('schedules[1].workflow is missing') },
  });
});

it('asks for the audit log of a workflow by its name there', async () => {
  const entry = { id: 'e', at: '2026-01-01T03:00:00.000Z', by: 'token ci', token: 't', run: 'r1', workflow: 'a' };
  askServer.mockResolvedValueOnce(
    answer(200, {
      entries: [
        { ...entry, action: 'signalled', signal: 'go' },
        { ...entry, action: 'renamed' },
      ],
      next: '7',
    }),
  );
  expect(await readAudit(SERVER, { path: 'orders/new.yaml', cursor: '9' })).toMatchObject({
    value: {
      // A newer server may have other words.
      entries: [
        { action: 'signalled', by: 'token ci', runId: 'r1', path: 'a.yaml', what: 'signal go' },
        { action: 'renamed' },
      ],
      next: '7',
    },
  });
  expect(askServer.mock.calls[0]?.[1].path).toBe('/api/audit?limit=100&workflow=orders%2Fnew&cursor=9');
});

it('names at most 200 runs at a time, adds up what was done, and counts the rest as refused once the connection is lost', async () => {
  const ids = Array.from({ length: 450 }, (_, index) => idOf(`r${index}`));
  askServer
    .mockResolvedValueOnce(answer(200, { done: 199, refused: [{ id: 'r3', detail: 'It has ended.' }] }))
    .mockResolvedValueOnce(answer(200, { done: 200, refused: [] }))
    .mockResolvedValueOnce(LOST);
  const { done, refused } = await steerServed(SERVER, 'cancel', ids);
  expect([done, refused.length, refused[0]]).toEqual([399, 51, 'It has ended.']);
  const sent = askServer.mock.calls.map(([, { body }]) => (body as { readonly ids: readonly string[] }).ids);
  expect(sent.map(({ length }) => length)).toEqual([200, 200, 50]);
  expect(sent[0]?.[0]).toBe('r0');
});

it('removes runs one after the other, and stops where the server does not answer', async () => {
  askServer
    .mockResolvedValueOnce(answer(204, null))
    .mockResolvedValueOnce(answer(409, { code: 'RUN_NOT_ENDED', detail: 'It has not ended.' }))
    .mockResolvedValueOnce(LOST);
  expect(await removeServed(SERVER, ['r1', 'r2', 'r3', 'r4'].map(idOf))).toEqual({
    done: 1,
    refused: ['It has not ended.', 'No connection.', 'No connection.'],
  });
  expect(askServer.mock.calls.map(([, { method, path }]) => `${method} ${path}`)).toEqual([
    'DELETE /api/runs/r1',
    'DELETE /api/runs/r2',
    'DELETE /api/runs/r3',
  ]);
});
