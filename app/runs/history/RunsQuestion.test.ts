import { beforeEach, expect, it, vi } from 'vitest';
import type { EngineWorker } from '#engine/worker';
import { setEngine } from '../../session/document/engine.ts';
import { update } from '../../session/store/store.ts';
import { collectNotices, idleEngine, resetSession } from '../../session/testSession.ts';
import { HERE, type HistoryRow } from './historyRows.ts';
import { actOnRows, describeDone, describeQuestion, explainNone, rowsFor } from './RunsQuestion.tsx';

const ADDRESS = 'http://127.0.0.1:4700';
const HOST = '127.0.0.1:4700';

function row(runId: string, status: HistoryRow['status'], address: string | null = ADDRESS): HistoryRow {
  const where = address === null ? HERE : new URL(address).host;
  // Only these matter here.
  return { runId: address === null ? runId : `${address}#${runId}`, status, address, where } as HistoryRow;
}

const ROWS = [
  row('own', 'success', null),
  row('waits', 'waiting'),
  row('queued', 'pending'),
  row('failed', 'error'),
  row('well', 'success'),
];
const ANYONE = new Map();
const idsOf = (rows: readonly HistoryRow[]): readonly string[] => rows.map(({ runId }) => runId.replace(/.*#/, ''));

it('finds those that something can be done to', () => {
  expect(idsOf(rowsFor('cancel', ROWS, ANYONE))).toEqual(['waits', 'queued']);
  expect(idsOf(rowsFor('retry', ROWS, ANYONE))).toEqual(['failed']);
  expect(idsOf(rowsFor('delete', ROWS, ANYONE))).toEqual(['own', 'failed', 'well']);
});

it('leaves out what the token of a server may not do, and says so where nothing is left', () => {
  const runner = new Map([[ADDRESS, { scope: 'run', workflows: null } as const]]);
  const reader = new Map([[ADDRESS, { scope: 'read', workflows: null } as const]]);
  expect(idsOf(rowsFor('delete', ROWS, runner))).toEqual(['own']);
  expect(idsOf(rowsFor('cancel', ROWS, runner))).toEqual(['waits', 'queued']);
  expect(rowsFor('cancel', ROWS, reader)).toEqual([]);
  expect(explainNone('cancel', ROWS, reader)).toBe('Your token for the server needs scope run');
  expect(explainNone('delete', ROWS.slice(3), runner)).toBe('Your token for the server needs scope admin');
  expect(explainNone('delete', ROWS.slice(1, 3), ANYONE)).toBe('Runs of a server are deleted once they have ended');
  expect(explainNone('retry', ROWS, ANYONE)).toBeUndefined();
});

it('counts in its question what it is about, and what stays as it is', () => {
  const [own, waits, queued, failed, well] = ROWS as [HistoryRow, HistoryRow, HistoryRow, HistoryRow, HistoryRow];
  expect(describeQuestion('cancel', [waits, queued], 0)).toBe(`Cancel 2 runs on ${HOST}?`);
  expect(describeQuestion('cancel', [waits], 3)).toBe(`Cancel this run on ${HOST}? 3 others stay as they are.`);
  expect(describeQuestion('retry', [failed, row('x', 'error', 'http://b.test')], 1)).toBe(
    'Retry 2 runs on 2 servers, with the same input? Another chosen run stays as it is.',
  );
  expect(describeQuestion('delete', [own], 0)).toBe('Delete this run permanently?');
  expect(describeQuestion('delete', [failed, well], 0)).toBe(`Delete 2 runs on ${HOST} permanently?`);
  expect(describeQuestion('delete', [own, failed, well], 0)).toBe(`Delete 3 runs, 2 of them on ${HOST}, permanently?`);
});

it('says how many were changed, and why others were not', () => {
  expect(describeDone('cancel', { done: 1, refused: [] })).toBe('1 run was cancelled.');
  expect(describeDone('retry', { done: 0, refused: ['Its input has a secret.', 'x'] })).toBe(
    '0 runs were started again. 2 were refused: Its input has a secret.',
  );
});

const askServer = vi.fn<EngineWorker['askServer']>();
beforeEach(() => {
  askServer.mockReset();
  resetSession({});
  setEngine({ engine: idleEngine({ askServer }), restart: () => undefined, onFailure: () => () => undefined });
});

it('names the chosen runs to their server, and tells what came of it', async () => {
  update({ workspace: { servers: [{ address: ADDRESS, token: null }] } });
  askServer.mockResolvedValue({
    ok: true,
    value: { status: 200, body: { done: 1, refused: [{ id: 'queued', detail: 'It has ended.' }] } },
  });
  const notices = collectNotices();
  await actOnRows('cancel', rowsFor('cancel', ROWS, ANYONE));
  expect(askServer.mock.calls.map(([, request]) => request)).toEqual([
    { method: 'POST', path: '/api/runs/cancel', body: { ids: ['waits', 'queued'] } },
  ]);
  expect(notices).toMatchObject([
    { kind: 'warning', message: `${HOST}: 1 run was cancelled. 1 was refused: It has ended.` },
  ]);
});
