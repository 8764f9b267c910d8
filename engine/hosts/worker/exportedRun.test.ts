import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { TWO_CALLS } from '../../testing/twoCalls.ts';

// Loaded on first use, which would be counted in turns of the clock.
beforeAll(async () => {
  await Promise.all([import('../../check/index.ts'), loadPatterns()]);
});

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const fetch: typeof globalThis.fetch = async () => Response.json({ n: 1 });

describe('an exported run', () => {
  test('is imported as a run to look at, that never goes on', async () => {
    const page = openEngine({ fetch });
    const runId = await start(page, makeRequest(TWO_CALLS));
    await page.finished(runId);
    const text = (await page.engine.exportRun(runId)) ?? '';
    globalThis.indexedDB = new IDBFactory();
    const other = openEngine();
    const row = await other.clock.settle(other.engine.importRun(text));
    expect(row).toMatchObject({ isImported: true, status: 'success', path: 'test.yaml' });
    const record = await other.clock.settle(other.engine.findRun(row.runId));
    expect(record?.events).toEqual(page.events.get(runId));
    expect(record?.source).toBe(TWO_CALLS);
    expect(await other.clock.settle(other.engine.recoverRuns({ variables: [] }))).toEqual([]);
  });

  test.each([
    '',
    '{}',
    '[1]',
    '{"format":"signalbox-run/1"}',
    '{"format":"signalbox-run/1","summary":{},"details":{},"inputs":[],"proofs":[]}',
  ])('that is none is refused with words: %s', async (text) => {
    await expect(openEngine().engine.importRun(text)).rejects.toThrow(/exported run/);
  });

  test('can be kept for ever, and holds no salt', async () => {
    const page = openEngine({ fetch });
    const runId = await start(page, makeRequest(TWO_CALLS));
    await page.finished(runId);
    await page.engine.keepRun(runId, true);
    expect(await page.engine.listRuns()).toMatchObject([{ runId, isKept: true }]);
    expect(await page.engine.exportRun(runId)).not.toContain('salt');
  });
});
