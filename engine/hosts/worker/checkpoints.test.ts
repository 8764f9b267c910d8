import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { digestSources, digestText } from '../../driver/index.ts';
import { FakeBrowser } from '../../testing/FakeBrowser.ts';
import { numRuns, yaml } from '../../testing/index.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { compareCheckpoints } from '../../testing/simulation/checkpointProperty.ts';
import { TurnClock } from '../../testing/TurnClock.ts';
import type { Disk, StoredCheckpoint, StoredRecord } from './journal/Disk.ts';
import { connectRuns, STORES } from './journal/openDatabase.ts';
import { openDisk } from './journal/openDisk.ts';
import { RunStore } from './journal/RunStore.ts';
import type { RunRecord } from './protocol/protocol.ts';
import { workflowOf } from './run/record/workflowOf.ts';

// Loaded on first use, which would take turns of the clock.
beforeAll(async () => {
  await Promise.all([import('../../check/index.ts'), loadPatterns()]);
});

const CANARY = 'canary-4711-of-a-secret';
const VARIABLES = [{ name: 'TOKEN', value: CANARY, isSecret: true }];
const GIVEN = { variables: VARIABLES };

/** A busy machine may take a minute for what an idle one does in seconds. */
const TIME = { timeout: numRuns(120_000) };

/** A loop long enough for some checkpoints, a call every 400 rounds, a pause, and a last call. */
const LONG = yaml`
  limits: {per_task: 1000000, per_scope: 1000000}
  tasks:
    - {id: count, type: basic, with: {n: "{{ (tasks.count.output.n ?? 0) + 1 }}"}, on_success: {next: again}}
    - id: again
      type: decision
      config:
        condition: "{{ tasks.count.output.n % 400 == 0 }}"
        routes: {true: call}
        default: {next: count}
    - id: call
      type: basic
      use: core:http
      with: {url: /call, method: POST, headers: {authorization: "Bearer {{ env.TOKEN }}"}}
      on_success: {next: enough}
    - id: enough
      type: decision
      config:
        condition: "{{ tasks.count.output.n >= 2000 }}"
        routes: {true: pause}
        default: {next: count}
    - {id: pause, type: wait, config: {timeout: 400ms, check_interval: 400ms}, on_success: {next: last}}
    - {id: last, type: basic, use: core:http, with: {url: /last, method: POST}}
`;

function serve() {
  const calls: string[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    expect(new Headers(init?.headers).get('authorization') ?? `Bearer ${CANARY}`).toBe(`Bearer ${CANARY}`);
    calls.push(new URL(url instanceof Request ? url.url : url).pathname);
    return Response.json({ n: calls.length });
  };
  return { calls, fetch };
}

type Page = ReturnType<typeof openEngine>;

const startLong = (page: Page): Promise<string> => start(page, makeRequest(LONG, GIVEN));

const isWaiting = (page: Page, runId: string): boolean =>
  page.events
    .get(runId)
    ?.slice(-3)
    .some(({ type }) => type === 'task.waiting') === true;

function countInputs(found: StoredRecord | null): number {
  return found?.chunks.reduce((sum, { count }) => sum + count, 0) ?? 0;
}

/** A disk that records its writes and the number of inputs read, and stops answering after some commits. */
function watchDisk({ dieAfter = Number.POSITIVE_INFINITY }: { readonly dieAfter?: number } = {}) {
  const disk = openDisk();
  const checkpoints: StoredCheckpoint[] = [];
  const reads: number[] = [];
  const state = { left: dieAfter, isDead: false };
  const watched: Disk = {
    ...disk,
    commit: async (changes) => {
      state.left -= 1;
      if (state.left < 0) state.isDead = true;
      if (state.isDead) return new Promise(() => {});
      await disk.commit(changes);
      for (const change of changes) if (change.type === 'checkpoint') checkpoints.push(change.value);
    },
    find: async (runId, isNewest) => {
      const found = await disk.find(runId, isNewest);
      reads.push(countInputs(found));
      return found;
    },
  };
  return { disk: watched, checkpoints, reads, state };
}

async function readCheckpoints(): Promise<readonly StoredCheckpoint[]> {
  const database = await connectRuns('signalbox-runs').open();
  const all = await database.getAll('checkpoints');
  database.close();
  return all;
}

/** Executes the run until it waits, and ends its tab there. */
async function leaveWaiting(browser: FakeBrowser, disk?: Disk) {
  const server = serve();
  const page = openEngine({ browser, fetch: server.fetch, ...(disk && { disk }) });
  const runId = await startLong(page);
  await page.clock.until(() => isWaiting(page, runId));
  for (let turn = 0; turn < 20; turn += 1) await page.clock.turn();
  page.locks.die();
  return { runId, server, seen: page.events.get(runId) ?? [] };
}

/** Resumes it in another tab until its end; answers with what is recorded of it then. */
async function finishElsewhere(browser: FakeBrowser, runId: string, disk?: Disk): Promise<RunRecord> {
  const server = serve();
  const next = openEngine({ browser, fetch: server.fetch, ...(disk && { disk }) });
  expect(await next.clock.settle(next.engine.recoverRuns(GIVEN))).toEqual([runId]);
  expect(await next.finished(runId)).toMatchObject({ status: 'success' });
  expect(server.calls).toEqual(['/last']);
  for (let turn = 0; turn < 50; turn += 1) await next.clock.turn();
  const record = await next.clock.settle(next.engine.findRun(runId));
  if (record?.status !== 'success') throw new Error('It did not end.');
  return record;
}

/** A checkpoint with some fields replaced, and a valid digest. */
function forge(text: string, change: Readonly<Record<string, unknown>>): string {
  const body = JSON.stringify({ ...JSON.parse(text).checkpoint, ...change });
  return `{"digest":"${digestText(body)}","checkpoint":${body}}`;
}

async function readJournal(runId: string) {
  const clock = new TurnClock();
  const found = await new RunStore(openDisk(), clock).find(runId);
  if (!found.ok || found.value === null) throw new Error('It is not there.');
  const { summary, details } = found.value;
  const sources = digestSources(summary.path, details.source, details.files ?? []);
  return { ...found.value, workflow: workflowOf(found.value), sources };
}

describe('a long run', () => {
  test('is reopened from its checkpoint, without reading the journal before it, and keeps all its events', async () => {
    const browser = new FakeBrowser();
    const { runId, seen } = await leaveWaiting(browser);
    const [checkpoint, ...others] = await readCheckpoints();
    expect([checkpoint?.runId, others]).toEqual([runId, []]);
    const whole = countInputs(await openDisk().find(runId));
    const next = watchDisk();
    const { events, restoreNote } = await finishElsewhere(browser, runId, next.disk);
    expect(restoreNote).toBeUndefined();
    expect(events.slice(0, seen.length)).toEqual(seen);
    expect(next.reads[0]).toBeLessThan(whole / 2);
    // A run that has ended needs none.
    expect(await readCheckpoints()).toEqual([]);
  });

  test.each([
    ['is missing', null, undefined],
    ['is damaged', (text: string) => text.replace('"hasMore"', '"hasMor3"'), /is damaged/],
    ['is cut off', (text: string) => text.slice(0, 500), /is damaged/],
    ['is of another version', (text: string) => forge(text, { version: 0 }), /another version\./],
    [
      'is of another version of the engine',
      (text: string) => forge(text, { engine: '0.0.1' }),
      /version of the engine/,
    ],
    [
      'is of another text of the workflow',
      (text: string) => forge(text, { workflow: '0000000000000000' }),
      /another text/,
    ],
    [
      'says something else than the journal',
      (text: string) =>
        forge(text, {
          lastAt: 5,
          pending: { calls: [], timers: [] },
          proof: { ...JSON.parse(text).checkpoint.proof, digest: '0000000000000000' },
        }),
      /does not lead to/,
    ],
    [
      'has a snapshot that cannot be restored',
      (text: string) => forge(text, { snapshot: { version: 1, run: {}, objects: [['nothing']] } }),
      /cannot be restored/,
    ],
  ] as const)('is reopened from its journal where the checkpoint %s, and says why', async (_, change, note) => {
    const browser = new FakeBrowser();
    const { runId, seen } = await leaveWaiting(browser);
    const [checkpoint] = await readCheckpoints();
    if (checkpoint === undefined) throw new Error('There is none.');
    const database = await connectRuns('signalbox-runs').open();
    if (change === null) await database.delete('checkpoints', runId);
    else await database.put('checkpoints', { ...checkpoint, text: change(checkpoint.text) });
    database.close();
    const whole = countInputs(await openDisk().find(runId));
    const next = watchDisk();
    const { events, restoreNote } = await finishElsewhere(browser, runId, next.disk);
    expect(events.slice(0, seen.length)).toEqual(seen);
    if (note === undefined) expect(restoreNote).toBeUndefined();
    else expect(restoreNote).toMatch(note);
    // The ended tab may still have written something.
    expect(Math.max(...next.reads.slice(0, 2))).toBeGreaterThanOrEqual(whole);
  });

  test('has no value of a secret in a checkpoint, only the placeholder of the journal', async () => {
    const watched = watchDisk();
    await leaveWaiting(new FakeBrowser(), watched.disk);
    expect(watched.checkpoints.length).toBeGreaterThan(1);
    for (const { text } of watched.checkpoints) expect(text).not.toContain('canary');
    expect(watched.checkpoints[0]?.text).toContain('TOKEN');
  });

  test('gives the same events from any of its checkpoints as from its journal', async () => {
    const { disk, checkpoints } = watchDisk();
    const { runId } = await leaveWaiting(new FakeBrowser(), disk);
    expect(checkpoints.length).toBeGreaterThan(1);
    const journal = await readJournal(runId);
    const { workflow, sources } = journal;
    const tried = numRuns(1) > 1 ? checkpoints : [checkpoints[0], checkpoints.at(-1)];
    const texts = tried.flatMap((checkpoint) => (checkpoint === undefined ? [] : [checkpoint.text]));
    expect(await compareCheckpoints(workflow, journal, texts, sources)).toBeNull();
    await openEngine().engine.deleteRun(runId);
    expect(await readCheckpoints()).toEqual([]);
  });

  test('resumes in the next tab from its last stored input, whichever that is', TIME, async () => {
    let tried = 0;
    const step = numRuns(1) > 1 ? 1 : 12;
    for (let dieAfter = 2; ; dieAfter += step) {
      globalThis.indexedDB = new IDBFactory();
      const browser = new FakeBrowser();
      const server = serve();
      const watched = watchDisk({ dieAfter });
      const killed = openEngine({ browser, fetch: server.fetch, disk: watched.disk });
      const runId = await startLong(killed);
      await killed.clock.until(() => watched.state.isDead || killed.events.get(runId)?.at(-1)?.type === 'run.finished');
      if (!watched.state.isDead) break;
      for (let turn = 0; turn < 20; turn += 1) await killed.clock.turn();
      killed.locks.die();
      tried += 1;
      const next = openEngine({ browser, fetch: server.fetch });
      await next.clock.settle(next.engine.recoverRuns(GIVEN));
      for (let turn = 0; turn < 2_000 && (await openEngine().engine.listRuns())[0]?.status !== 'success'; turn += 1)
        await next.clock.turn();
      const record = await next.clock.settle(next.engine.findRun(runId));
      expect(record).toMatchObject({ status: 'success' });
      expect(record?.events.map(({ seq }) => seq)).toEqual(record?.events.map((_, index) => index));
      expect(await readCheckpoints()).toEqual([]);
    }
    expect(tried).toBeGreaterThan(1);
  });

  test('whose records are deleted is stored again with a checkpoint, can be resumed from it, and reports that its first inputs are gone', async () => {
    const browser = new FakeBrowser();
    const server = serve();
    const page = openEngine({ browser, fetch: server.fetch });
    const runId = await startLong(page);
    await page.clock.until(() => isWaiting(page, runId));
    for (let turn = 0; turn < 5; turn += 1) await page.clock.turn();
    const database = await connectRuns('signalbox-runs').open();
    const transaction = database.transaction(STORES, 'readwrite');
    await Promise.all([...STORES.map((store) => transaction.objectStore(store).clear()), transaction.done]);
    database.close();
    await page.clock.until(() => page.troubles.length > 0);
    expect(page.troubles).toMatchObject([{ details: { reason: 'gone' } }]);
    for (let turn = 0; turn < 20; turn += 1) await page.clock.turn();
    page.locks.die();
    const [checkpoint] = await readCheckpoints();
    expect(checkpoint?.inputs).toBeGreaterThan(15);
    expect(countInputs(await openDisk().find(runId))).toBeLessThan(5);
    const next = openEngine({ browser, fetch: server.fetch });
    expect(await next.clock.settle(next.engine.recoverRuns(GIVEN))).toEqual([runId]);
    const gone = /beginning of this run was deleted/;
    await expect(next.clock.settle(next.engine.findRun(runId))).rejects.toThrow(gone);
    await expect(next.clock.settle(next.engine.exportRun(runId))).rejects.toThrow(gone);
    expect(await next.finished(runId)).toMatchObject({ status: 'success' });
    for (let turn = 0; turn < 50; turn += 1) await next.clock.turn();
    expect(await next.engine.listRuns()).toMatchObject([{ runId, status: 'success' }]);
    const forked = await next.clock.settle(next.engine.forkRun({ runId, seq: 3, isPaused: false, ...GIVEN }));
    expect(forked).toMatchObject({ ok: false, failure: { error: { message: expect.stringMatching(gone) } } });
    expect(server.calls.at(-1)).toBe('/last');
  });
});
