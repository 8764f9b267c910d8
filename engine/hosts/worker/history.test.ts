import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { TWO_CALLS } from '../../testing/twoCalls.ts';
import { openDisk } from './journal/openDisk.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const fetch: typeof globalThis.fetch = async () => Response.json({ n: 1 });

describe('the history', () => {
  test('holds the newest 500 runs, besides those that are kept or not finished', async () => {
    const disk = openDisk();
    const row = { path: 'a.yaml', name: null, endedAt: null, simulate: false, simulated: false };
    await disk.commit(
      Array.from({ length: 503 }, (_, index) => {
        const status = index === 1 ? 'running' : 'success';
        return {
          type: 'summary',
          value: { ...row, runId: `r${index}`, status, startedAt: index, isKept: index === 0 },
        };
      }),
    );
    const page = openEngine({ fetch });
    const runId = await start(page, makeRequest(TWO_CALLS));
    await page.finished(runId);
    const rows = await page.clock.settle(page.engine.listRuns());
    expect(rows).toHaveLength(502);
    expect(rows.slice(-3).map((kept) => kept.runId)).toEqual(['r4', 'r1', 'r0']);
  });

  test('keeps a run that was marked while it was executed', async () => {
    const page = openEngine({ fetch });
    const runId = await start(page, makeRequest(TWO_CALLS));
    await page.clock.until(() => page.events.get(runId)?.some(({ type }) => type === 'task.waiting'));
    await page.clock.settle(page.engine.keepRun(runId, true));
    expect(await page.clock.settle(page.engine.listRuns())).toMatchObject([{ isKept: true, status: 'running' }]);
    await page.finished(runId);
    for (let turn = 0; turn < 50; turn += 1) await page.clock.turn();
    expect(await page.clock.settle(page.engine.listRuns())).toMatchObject([{ isKept: true, status: 'success' }]);
  });
});
