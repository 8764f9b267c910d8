import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeBrowser } from '../../testing/FakeBrowser.ts';
import { yaml } from '../../testing/index.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { TWO_CALLS } from '../../testing/twoCalls.ts';
import type { Disk } from './journal/Disk.ts';
import { openDisk } from './journal/openDisk.ts';

beforeEach(() => {});
afterEach(() => vi.restoreAllMocks());

const WAITING = yaml`
  tasks:
    - {id: hold, type: wait, config: {signal: go, timeout: 1h, check_interval: 1h}}
`;

const NOTHING = { variables: [] };

function serve() {
  const keys: string[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key') ?? '');
    return Response.json({ n: keys.length });
  };
  return { keys, fetch };
}

/** A disk whose operations can be held, until they are released. */
function holdable() {
  const disk = openDisk();
  const state = { isHeld: false, held: [] as (() => void)[] };
  const hold = async <T>(work: () => Promise<T>): Promise<T> => {
    if (state.isHeld) await new Promise<void>((resolve) => state.held.push(resolve));
    return work();
  };
  const held: Disk = {
    commit: (changes) => hold(() => disk.commit(changes)),
    claim: (runId) => hold(() => disk.claim(runId)),
    list: (query) => hold(() => disk.list(query)),
    find: (runId) => hold(() => disk.find(runId)),
    row: (runId) => hold(() => disk.row(runId)),
    below: (root) => hold(() => disk.below(root)),
    ask: (question) => hold(() => disk.ask(question)),
  };
  return {
    disk: held,
    hold: () => {
      state.isHeld = true;
    },
    release: () => {
      state.isHeld = false;
      for (const resolve of state.held.splice(0)) resolve();
    },
  };
}

type Page = ReturnType<typeof openEngine>;

function reached(page: Page, runId: string, type: string) {
  return page.clock.until(() => page.events.get(runId)?.some((event) => event.type === type));
}

describe('two tabs', () => {
  test('a run that one starts is not resumed by one that recovers runs meanwhile', async () => {
    const browser = new FakeBrowser();
    const disk = openDisk();
    const commit: Disk['commit'] = async (changes) => {
      await disk.commit(changes);
      await new Promise<void>((resolve) => first.clock.setTimer(25, resolve));
    };
    const first = openEngine({ browser, disk: { ...disk, commit }, fetch: serve().fetch });
    const second = openEngine({ browser, fetch: serve().fetch });
    const starting = first.engine.startRun(makeRequest(TWO_CALLS));
    for (let turn = 0; turn < 300; turn += 1) {
      await first.clock.turn();
      if (turn % 10 === 0) await second.clock.settle(second.engine.recoverRuns(NOTHING));
    }
    const answer = await first.clock.settle(starting);
    expect(await first.finished(answer.ok ? answer.runId : '')).toMatchObject({ status: 'success' });
    expect(second.events.size).toBe(0);
  });

  test('the one whose lock is stolen while it opens a run leaves it to the other', async () => {
    const browser = new FakeBrowser();
    const dead = openEngine({ browser, fetch: () => new Promise(() => {}) });
    const runId = await start(dead, makeRequest(TWO_CALLS));
    await reached(dead, runId, 'effect.requested');
    for (let turn = 0; turn < 50; turn += 1) await dead.clock.turn();
    dead.locks.die();
    const slow = holdable();
    const late = serve();
    const first = openEngine({ browser, disk: slow.disk, fetch: late.fetch });
    const opening = first.engine.takeOver(runId, NOTHING);
    slow.hold();
    for (let turn = 0; turn < 5; turn += 1) await first.clock.turn();
    const server = serve();
    const second = openEngine({ browser, fetch: server.fetch });
    await second.clock.settle(second.engine.takeOver(runId, NOTHING));
    slow.release();
    await first.clock.settle(opening);
    expect(await second.finished(runId)).toMatchObject({ status: 'success' });
    expect(late.keys).toEqual([]);
    expect(new Set(server.keys).size).toBe(2);
  });

  test('the second resumes a run that the first started later, once the first has ended', async () => {
    const browser = new FakeBrowser();
    const server = serve();
    const first = openEngine({ browser, fetch: server.fetch });
    const second = openEngine({ browser, fetch: server.fetch });
    await second.clock.settle(second.engine.recoverRuns(NOTHING));
    const runId = await start(first, makeRequest(TWO_CALLS));
    await reached(first, runId, 'task.waiting');
    for (let turn = 0; turn < 400; turn += 1) await second.clock.turn();
    first.locks.die();
    await second.finished(runId);
    expect(new Set(server.keys).size).toBe(2);
  });

  test('that recover at the same time are both answered immediately', async () => {
    const browser = new FakeBrowser();
    const dead = openEngine({ browser, fetch: serve().fetch });
    const runId = await start(dead, makeRequest(WAITING));
    await reached(dead, runId, 'task.waiting');
    dead.locks.die();
    const tabs = [openEngine({ browser }), openEngine({ browser })];
    const asked = tabs.map((tab) => tab.clock.settle(tab.engine.recoverRuns(NOTHING)));
    expect((await Promise.all(asked)).flat()).toEqual([runId]);
  });
});

describe('records that are deleted during a run', () => {
  test('are written again from memory, and the run reports it and continues', async () => {
    const server = serve();
    const page = openEngine({ fetch: server.fetch });
    const runId = await start(page, makeRequest(TWO_CALLS));
    await reached(page, runId, 'task.waiting');
    await page.clock.settle(page.engine.listRuns());
    const gone = indexedDB.deleteDatabase('signalbox-runs');
    await page.clock.until(() => gone.readyState === 'done');
    expect(await page.finished(runId)).toMatchObject({ status: 'success' });
    await page.clock.until(() => page.troubles.at(-1) === null);
    expect(page.troubles).toMatchObject([{ details: { type: 'storage', reason: 'gone' } }, null]);
    for (let turn = 0; turn < 50; turn += 1) await page.clock.turn();
    const record = await openEngine().engine.findRun(runId);
    expect(record?.events).toEqual(page.events.get(runId));
    expect(record?.source).toBe(TWO_CALLS);
    expect(server.keys).toHaveLength(2);
  });
});

describe('storage that does not answer', () => {
  test('Stop takes effect within a second, even before the failure is known', async () => {
    const { disk, hold, release } = holdable();
    const page = openEngine({ disk });
    const runId = await start(page, makeRequest(WAITING));
    await reached(page, runId, 'task.waiting');
    hold();
    await page.engine.controlRun(runId, { type: 'signal.received', name: 'go', payload: 1 });
    await page.clock.turn();
    const asked = page.clock.now();
    await page.engine.controlRun(runId, { type: 'run.cancelled' });
    expect(await page.finished(runId)).toMatchObject({ status: 'cancelled' });
    expect(page.clock.now() - asked).toBeLessThan(1_000);
    release();
    await page.clock.until(() => page.troubles.at(-1) === null);
    const record = await page.clock.settle(page.engine.findRun(runId));
    // The journal holds what the machine saw: the signal, which it did not see, is not in it.
    expect(record?.events).toEqual(page.events.get(runId));
    expect(record?.status).toBe('cancelled');
  });

  test('does not block reading, exporting or deleting the run that waits for it', async () => {
    const { disk, hold, release } = holdable();
    const page = openEngine({ disk });
    const runId = await start(page, makeRequest(WAITING));
    await reached(page, runId, 'task.waiting');
    hold();
    await page.engine.controlRun(runId, { type: 'signal.received', name: 'go', payload: 1 });
    await page.clock.until(() => page.troubles.length > 0);
    expect((await page.engine.findRun(runId))?.events).toEqual(page.events.get(runId));
    expect(await page.engine.exportRun(runId)).toContain('run.started');
    const deleting = page.engine.deleteRun(runId);
    for (let turn = 0; turn < 100; turn += 1) await page.clock.turn();
    release();
    await page.clock.settle(deleting);
    expect(await page.clock.settle(page.engine.listRuns())).toEqual([]);
    expect(await openEngine().engine.findRun(runId)).toBe(null);
  });

  test('a run that a full disk blocks can be deleted, which frees space', async () => {
    const disk = openDisk();
    let isFull = false;
    const commit: Disk['commit'] = (changes) =>
      isFull && changes.some(({ type }) => type !== 'remove')
        ? Promise.reject(new DOMException('full', 'QuotaExceededError'))
        : disk.commit(changes);
    const page = openEngine({ disk: { ...disk, commit } });
    const runId = await start(page, makeRequest(WAITING));
    await reached(page, runId, 'task.waiting');
    isFull = true;
    await page.engine.controlRun(runId, { type: 'signal.received', name: 'go', payload: 1 });
    await page.clock.until(() => page.troubles.length > 0);
    const asked = page.clock.now();
    await page.clock.settle(page.engine.deleteRun(runId));
    expect(page.clock.now() - asked).toBeLessThan(1_000);
    expect(await page.clock.settle(page.engine.listRuns())).toEqual([]);
  });

  test('a start that timed out does not happen later', async () => {
    const { disk, hold, release } = holdable();
    const page = openEngine({ disk });
    hold();
    const answer = await page.clock.settle(page.engine.startRun(makeRequest(WAITING)));
    expect(answer).toMatchObject({ ok: false, failure: { error: { details: { reason: 'timeout' } } } });
    release();
    for (let turn = 0; turn < 100; turn += 1) await page.clock.turn();
    expect(await page.clock.settle(page.engine.listRuns())).toEqual([]);
  });

  test('is reported while a run is resumed, and retried until it is', async () => {
    const browser = new FakeBrowser();
    const dead = openEngine({ browser });
    const runId = await start(dead, makeRequest(WAITING));
    await reached(dead, runId, 'task.waiting');
    dead.locks.die();
    const disk = openDisk();
    let isBroken = true;
    const claim: Disk['claim'] = (id) =>
      isBroken ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : disk.claim(id);
    const page = openEngine({ browser, disk: { ...disk, claim } });
    expect(await page.clock.settle(page.engine.recoverRuns(NOTHING))).toEqual([]);
    expect(page.troubles).toMatchObject([{ details: { reason: 'quota' } }]);
    isBroken = false;
    await page.clock.until(() => page.troubles.at(-1) === null);
    await page.engine.controlRun(runId, { type: 'signal.received', name: 'go', payload: 1 });
    expect(await page.finished(runId)).toMatchObject({ status: 'success' });
  });
});

test('a run receives an input that was sent while it was being opened', async () => {
  const browser = new FakeBrowser();
  const dead = openEngine({ browser });
  const runId = await start(dead, makeRequest(WAITING));
  await reached(dead, runId, 'task.waiting');
  dead.locks.die();
  const { disk, hold, release } = holdable();
  const page = openEngine({ browser, disk });
  const opening = page.engine.takeOver(runId, NOTHING);
  hold();
  for (let turn = 0; turn < 5; turn += 1) await page.clock.turn();
  await page.engine.controlRun(runId, { type: 'signal.received', name: 'go', payload: 1 });
  release();
  await page.clock.settle(opening);
  expect(await page.finished(runId)).toMatchObject({ status: 'success' });
});

test('without IndexedDB a start is refused with the reason', async () => {
  const page = openEngine();
  vi.stubGlobal('indexedDB', null);
  expect(await page.clock.settle(page.engine.startRun(makeRequest(TWO_CALLS)))).toMatchObject({
    ok: false,
    failure: { type: 'storage', error: { details: { reason: 'unavailable' } } },
  });
  vi.unstubAllGlobals();
});
