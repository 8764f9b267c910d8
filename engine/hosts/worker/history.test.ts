import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { TWO_CALLS } from '../../testing/twoCalls.ts';
import { openDisk } from './journal/openDisk.ts';
import { roomForRuns } from './Runs.ts';

afterEach(() => vi.unstubAllGlobals());

const fetch: typeof globalThis.fetch = async () => Response.json({ n: 1 });

describe('the history', () => {
  test('holds the newest 500 runs where storage is half full, besides those that are kept, tagged or not finished', async () => {
    vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage: 6, quota: 10 }) } });
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
    await disk.ask({ op: 'tag', runIds: ['r2', 'r9'], tag: 'audit', isOn: true });
    const page = openEngine({ fetch });
    const runId = await start(page, makeRequest(TWO_CALLS));
    await page.finished(runId);
    const rows = await page.clock.settle(page.engine.listRuns());
    expect(rows).toHaveLength(503);
    expect(rows.slice(-4).map((kept) => kept.runId)).toEqual(['r4', 'r2', 'r1', 'r0']);
    expect(await disk.ask({ op: 'tags' })).toEqual([
      { runId: 'r2', tags: ['audit'] },
      { runId: 'r9', tags: ['audit'] },
    ]);
  });

  test('holds the newest 5,000 where storage has room, and removes what is known of the others', async () => {
    vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage: 1, quota: 10 }) } });
    expect(await roomForRuns()).toBe(5_000);
    const disk = openDisk();
    const row = {
      path: 'a.yaml',
      name: null,
      status: 'success',
      endedAt: 9,
      simulate: false,
      simulated: false,
    } as const;
    for (const [at, runId] of ['old', 'new'].entries())
      await disk.commit([
        { type: 'summary', value: { ...row, runId, startedAt: at } },
        {
          type: 'facts',
          value: { runId, path: 'a.yaml', startedAt: at, words: [runId, 'both'], tasks: [], isReal: true },
        },
      ]);
    expect(await disk.ask({ op: 'words', text: 'both' })).toEqual(['new', 'old']);
    await disk.commit([{ type: 'prune', keep: 1 }]);
    expect(await disk.ask({ op: 'words', text: 'both' })).toEqual(['new']);
    expect(await disk.ask({ op: 'tasks', path: 'a.yaml', runs: 9 })).toMatchObject({ runs: 1 });
  });

  test('tells of a run that has ended what it used, why it failed, by which words it is found, and how its tasks did', async () => {
    const page = openEngine({ fetch: async () => Response.json({ message: 'No such Customer' }, { status: 404 }) });
    const runId = await start(page, makeRequest(TWO_CALLS, { input: { email: 'Ada@example.com' } }));
    await page.finished(runId);
    for (let turn = 0; turn < 50; turn += 1) await page.clock.turn();
    expect(await page.clock.settle(page.engine.listRuns())).toMatchObject([
      { status: 'error', failure: expect.stringMatching(/^[A-Z_]+: .*404/) },
    ]);
    const found = (text: string) => page.clock.settle(page.engine.askHistory({ op: 'words', text }));
    expect(await found('ada@EXAM')).toEqual([runId]);
    expect(await found('ada 404')).toEqual([runId]);
    expect(await found('ada bob')).toEqual([]);
    expect(await found('   ')).toEqual([]);
    const told = await page.clock.settle(page.engine.askHistory({ op: 'tasks', path: 'test.yaml', runs: 20 }));
    expect(told).toMatchObject({ runs: 1, tasks: [{ taskId: 'first', runs: 1, failedRuns: 1, ended: 1, failed: 1 }] });
  });

  test('counts no simulated run among those that tell how tasks do', async () => {
    const page = openEngine({ fetch });
    const runId = await start(page, makeRequest(TWO_CALLS, { input: { email: 'b@c.d' }, simulate: true }));
    await page.finished(runId);
    for (let turn = 0; turn < 50; turn += 1) await page.clock.turn();
    const told = await page.clock.settle(page.engine.askHistory({ op: 'tasks', path: 'test.yaml', runs: 20 }));
    expect(told).toEqual({ runs: 0, tasks: [] });
    expect(await page.clock.settle(page.engine.askHistory({ op: 'words', text: 'b' }))).toEqual([runId]);
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
