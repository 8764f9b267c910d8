import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { FakeBrowser } from '../../testing/FakeBrowser.ts';
import { greetThen } from '../../testing/hosts/greetThen.ts';
import { numRuns, yaml } from '../../testing/index.ts';
import { createMemoryFiles } from '../../testing/memoryFiles.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import type { Disk } from './journal/Disk.ts';
import { openDisk } from './journal/openDisk.ts';

const WORKFLOW = greetThen(
  'both',
  yaml`
    - id: both
      type: parallel
      tasks:
        - { id: left, type: basic, use: core:http, with: { url: /left, method: POST } }
        - { id: right, type: basic, use: core:http, with: { url: /right, method: POST } }
      on_success: { next: shape }
    - id: shape
      type: map
      config:
        mapping: { said: "{{ tasks.greet.output.text }}", n: "{{ tasks.both.output.left.body.n }}" }
  `,
);

const NOTHING = { variables: [] };

const fetch: typeof globalThis.fetch = async () => Response.json({ n: 1 });

const WAYS = {
  fails: () => Promise.reject(new DOMException('The disk is full', 'QuotaExceededError')),
  'never answers': () => new Promise<never>(() => {}),
} as const;

/** A disk whose n-th operation fails, with a count of operations. */
function spoil(n: number, way: keyof typeof WAYS): { readonly disk: Disk; readonly count: () => number } {
  const disk = openDisk();
  let count = 0;
  const guard = <T>(work: () => Promise<T>): Promise<T> => {
    count += 1;
    return count === n ? WAYS[way]() : work();
  };
  return {
    count: () => count,
    disk: {
      commit: (changes) => guard(() => disk.commit(changes)),
      claim: (runId) => guard(() => disk.claim(runId)),
      list: (query) => guard(() => disk.list(query)),
      find: (runId) => guard(() => disk.find(runId)),
      row: (runId) => guard(() => disk.row(runId)),
      below: (root) => guard(() => disk.below(root)),
      ask: (question) => guard(() => disk.ask(question)),
    },
  };
}

type Page = ReturnType<typeof openEngine>;

/** Runs a test with the first, the second, … operation of storage failing, until none does. */
async function forEveryFault(
  way: keyof typeof WAYS,
  attempt: (open: (browser?: FakeBrowser) => Page) => Promise<void>,
): Promise<void> {
  // In `npm test` each operation fails in one of the ways, in `npm run test:long` in both.
  const [first, step] = numRuns(1) > 1 ? [1, 1] : [way === 'fails' ? 1 : 2, 2];
  for (let n = first; ; n += step) {
    globalThis.indexedDB = new IDBFactory();
    const { disk, count } = spoil(n, way);
    await attempt((browser) => openEngine({ disk, fetch, ...(browser && { browser }) }));
    if (count() < n) return;
  }
}

async function rest({ clock }: Page): Promise<void> {
  for (let turn = 0; turn < 11_000; turn += 1) await clock.turn();
}

/** Asserts that an ended run is stored as it was shown. */
async function expectStored(page: Page, runId: string): Promise<void> {
  const later = openEngine();
  const record = await later.clock.settle(later.engine.findRun(runId));
  expect(record?.events.at(-1)).toMatchObject({ type: 'run.finished', status: 'success' });
  const seen = page.events.get(runId) ?? [];
  expect(record?.events.slice(-seen.length)).toEqual(seen);
}

async function finishOne(): Promise<string> {
  const page = openEngine({ fetch });
  const runId = await start(page, makeRequest(WORKFLOW));
  await page.finished(runId);
  for (let turn = 0; turn < 50; turn += 1) await page.clock.turn();
  return runId;
}

const STORAGE = { type: 'storage', error: { details: { type: 'storage' } } };

describe.each(Object.keys(WAYS) as readonly (keyof typeof WAYS)[])(
  'storage whose n-th operation %s, for every n',
  (way) => {
    test('refuses a start, which then never happens, or delays it', async () => {
      await forEveryFault(way, async (open) => {
        const page = open();
        const answer = await page.clock.settle(page.engine.startRun(makeRequest(WORKFLOW)));
        if (!answer.ok) {
          expect(answer.failure).toMatchObject(STORAGE);
          await rest(page);
          expect(await openEngine().engine.listRuns()).toEqual([]);
          return;
        }
        expect(await page.finished(answer.runId)).toMatchObject({ status: 'success' });
        await rest(page);
        expect(page.troubles.at(-1) ?? null).toBe(null);
        await expectStored(page, answer.runId);
        expect(await openEngine().engine.listRuns()).toMatchObject([{ status: 'success' }]);
      });
    });

    test('blocks a run with those that it has started, which end as if nothing had happened', async () => {
      const inner = yaml`tasks: [{ id: one, type: basic, use: core:http, with: { url: /one, method: POST } }]`;
      const outer = yaml`
        tasks: [{ id: call, type: basic, use: core:workflow, with: { file: inner.yaml } }]
        outputs: { n: "{{ tasks.call.output }}" }
      `;
      await forEveryFault(way, async (open) => {
        const page = open();
        void page.engine.setWorkspace(createMemoryFiles({ 'inner.yaml': inner }), []);
        const answer = await page.clock.settle(page.engine.startRun(makeRequest(outer)));
        if (!answer.ok) return;
        expect(await page.finished(answer.runId)).toMatchObject({ status: 'success' });
        await rest(page);
        expect(page.troubles.at(-1) ?? null).toBe(null);
        await expectStored(page, answer.runId);
        const later = openEngine().engine;
        expect(await later.listRuns({ parent: answer.runId })).toMatchObject([{ status: 'success' }]);
      });
    });

    test('does not keep a run from being resumed after its tab ended', async () => {
      await forEveryFault(way, async (open) => {
        const browser = new FakeBrowser();
        const dead = openEngine({ browser, fetch });
        const runId = await start(dead, makeRequest(WORKFLOW));
        await dead.clock.until(() => dead.events.get(runId)?.some(({ type }) => type === 'task.retrying'));
        dead.locks.die();
        const page = open(browser);
        await page.clock.settle(page.engine.recoverRuns(NOTHING).catch((error: unknown) => String(error)));
        expect(await page.finished(runId)).toMatchObject({ status: 'success' });
        await rest(page);
        await expectStored(page, runId);
      });
    });

    test('refuses a fork, which then never happens, or delays it', async () => {
      await forEveryFault(way, async (open) => {
        const from = await finishOne();
        const page = open();
        const asked = page.engine.forkRun({ runId: from, seq: 6, isPaused: false, ...NOTHING });
        const answer = await page.clock.settle(asked);
        if (answer.ok) {
          expect(await page.finished(answer.runId)).toMatchObject({ status: 'success' });
          await rest(page);
          return expectStored(page, answer.runId);
        }
        expect(answer.failure).toMatchObject(STORAGE);
        await rest(page);
        expect(await openEngine().engine.listRuns()).toMatchObject([{ runId: from }]);
      });
    });

    test('deletes a run whole or not at all, and reports which', async () => {
      await forEveryFault(way, async (open) => {
        const runId = await finishOne();
        const page = open();
        const failure = await page.clock.settle(page.engine.deleteRun(runId).then(() => null, String));
        const record = await openEngine().engine.findRun(runId);
        if (failure === null) expect(record).toBe(null);
        else {
          expect(failure).toMatch(/storage/);
          expect(record).toMatchObject({ status: 'success' });
        }
      });
    });

    test('imports a run whole or not at all, and reports which', async () => {
      const runId = await finishOne();
      const text = (await openEngine().engine.exportRun(runId)) ?? '';
      await forEveryFault(way, async (open) => {
        const page = open();
        const row = await page.clock.settle(
          page.engine.importRun(text, 'run.json').catch((error: unknown) => String(error)),
        );
        await rest(page);
        const rows = await openEngine().engine.listRuns();
        if (typeof row === 'string') expect([row, rows]).toEqual([expect.stringMatching(/storage/), []]);
        else expect(rows).toMatchObject([{ runId: row.runId, isImported: true, status: 'success' }]);
      });
    });

    test('is reported by each read of the history', async () => {
      const runId = await finishOne();
      for (const read of ['listRuns', 'findRun', 'exportRun'] as const) {
        const page = openEngine({ disk: spoil(1, way).disk });
        const asked: Promise<unknown> = read === 'listRuns' ? page.engine.listRuns() : page.engine[read](runId);
        await expect(page.clock.settle(asked)).rejects.toThrow(/storage/);
      }
    });
  },
);
