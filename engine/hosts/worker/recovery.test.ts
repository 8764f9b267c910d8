import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { FakeBrowser } from '../../testing/FakeBrowser.ts';
import { yaml } from '../../testing/index.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { TWO_CALLS } from '../../testing/twoCalls.ts';
import type { Disk } from './journal/Disk.ts';
import { openDisk } from './journal/openDisk.ts';

// Loaded on first use, which would take turns of the clock.
beforeAll(async () => {
  await Promise.all([import('../../check/index.ts'), loadPatterns()]);
});

/** A server that counts calls by their key, and by path. */
function serve() {
  const calls: string[] = [];
  const fetch: typeof globalThis.fetch = async (url) => {
    calls.push(new URL(url instanceof Request ? url.url : url).pathname);
    return Response.json({ n: calls.length });
  };
  return { calls, fetch };
}

/** A disk that stops answering after some commits, like that of a killed tab. */
function dieAfter(commits: number, died: () => void): Disk {
  const disk = openDisk();
  let left = commits;
  return {
    ...disk,
    commit: (changes) => {
      left -= 1;
      if (left >= 0) return disk.commit(changes);
      died();
      return new Promise(() => {});
    },
  };
}

/** A workspace without variables. */
const NOTHING = { variables: [] };

describe('a run whose tab is killed', () => {
  test('resumes in the next tab from its last stored input, whichever that is', async () => {
    for (let commits = 2; ; commits += 1) {
      globalThis.indexedDB = new IDBFactory();
      const browser = new FakeBrowser();
      const server = serve();
      let isDead = false;
      const disk = dieAfter(commits, () => {
        isDead = true;
      });
      const killed = openEngine({ disk, browser, fetch: server.fetch });
      const runId = await start(killed, makeRequest(TWO_CALLS));
      await killed.clock.until(() => isDead || killed.events.get(runId)?.at(-1)?.type === 'run.finished');
      if (!isDead) return;
      killed.locks.die();
      const recorded = await openEngine().engine.findRun(runId);
      const made = (recorded?.events ?? []).filter((event) => event.type === 'effect.completed').length;
      const before = server.calls.length;
      const next = openEngine({ browser, fetch: server.fetch });
      const resumed = await next.clock.settle(next.engine.recoverRuns(NOTHING));
      const last = recorded?.events.at(-1);
      if (last?.type !== 'run.finished') {
        expect(resumed).toEqual([runId]);
        await next.finished(runId);
      }
      expect(await next.clock.settle(next.engine.findRun(runId))).toMatchObject({ status: 'success' });
      // Recorded calls are never repeated; calls in flight are repeated at most once.
      expect(server.calls.length - before).toBe(2 - made);
      expect(server.calls.length).toBeLessThanOrEqual(3);
    }
  });

  test('waits no longer than before: timers that came due meanwhile fire immediately', async () => {
    const browser = new FakeBrowser();
    const server = serve();
    const killed = openEngine({ browser, fetch: server.fetch });
    const runId = await start(killed, makeRequest(TWO_CALLS));
    await killed.clock.until(() => killed.events.get(runId)?.some(({ type }) => type === 'task.waiting'));
    killed.locks.die();
    const next = openEngine({ browser, fetch: server.fetch });
    for (let turn = 0; turn < 500; turn += 1) await next.clock.turn();
    const asked = next.clock.now();
    await next.clock.settle(next.engine.recoverRuns(NOTHING));
    await next.finished(runId);
    expect(next.clock.now() - asked).toBeLessThan(200);
  });

  test('is told of also where it ends while the lock of another is waited for', async () => {
    const browser = new FakeBrowser();
    const pause = 'tasks: [{ id: pause, type: wait, config: { timeout: 40ms, check_interval: 10ms } }]';
    const living = openEngine({ browser });
    await start(living, makeRequest(pause));
    const orders: string[][] = [];
    // The first time code is loaded, which takes longer than the lock is waited for.
    for (let time = 0; time < 2; time += 1) {
      const killed = openEngine({ browser });
      const runId = await start(killed, makeRequest(pause));
      killed.locks.die();
      const next = openEngine({ browser });
      for (let turn = 0; turn < 100; turn += 1) await next.clock.turn();
      const order: string[] = [];
      const recovering = next.engine
        .recoverRuns(NOTHING)
        .then((resumed) => order.push(resumed.join() === runId ? 'told of' : `told of ${resumed.join()}`));
      await next.finished(runId).then(() => order.push('finished'));
      await next.clock.settle(recovering);
      next.locks.die();
      orders.push(order);
    }
    expect(orders[1]).toEqual(['finished', 'told of']);
  });

  test('is not resumed by a machine that behaves differently, and can be listed, exported and forked', async () => {
    const browser = new FakeBrowser();
    const killed = openEngine({ browser, fetch: serve().fetch });
    const runId = await start(killed, makeRequest(TWO_CALLS));
    await killed.clock.until(() => killed.events.get(runId)?.some(({ type }) => type === 'task.waiting'));
    killed.locks.die();
    await forgeProof(runId);
    const next = openEngine({ browser, fetch: serve().fetch });
    expect(await next.clock.settle(next.engine.recoverRuns(NOTHING))).toEqual([]);
    expect(await next.engine.listRuns()).toMatchObject([
      {
        runId,
        status: 'interrupted',
        problem: { code: 'REPLAY_MISMATCH', message: expect.stringContaining('by another version of Signalbox') },
      },
    ]);
    const kept = await openDisk().find(runId);
    expect(await next.engine.exportRun(runId)).toContain('run.started');
    const forked = await next.clock.settle(next.engine.forkRun({ runId, seq: 0, isPaused: false, ...NOTHING }));
    expect(await next.finished(forked.ok ? forked.runId : '')).toMatchObject({ status: 'success' });
    // The recorded one is as it was.
    expect(await openDisk().find(runId)).toEqual(kept);
    expect(await next.clock.settle(next.engine.listRuns())).toHaveLength(2);
  });
});

async function letPass(clock: ReturnType<typeof openEngine>['clock'], ms: number): Promise<void> {
  let isOver = false;
  clock.setTimer(ms, () => {
    isOver = true;
  });
  await clock.until(() => isOver);
}

/** Replaces the proofs of a journal, as if its inputs had caused other events. */
async function forgeProof(runId: string): Promise<void> {
  const disk = openDisk();
  const chunks = (await disk.find(runId))?.chunks ?? [];
  const forged = chunks.flatMap(({ proof, ...chunk }) =>
    proof === undefined ? [] : [{ ...chunk, proof: { ...proof, digest: '0000000000000000' } }],
  );
  expect(forged.length).toBeGreaterThan(0);
  await disk.commit(forged.map((value) => ({ type: 'chunk', value })));
}

describe('two tabs', () => {
  test('never both execute a run, and the second resumes it as soon as the first has ended', async () => {
    const browser = new FakeBrowser();
    const server = serve();
    const first = openEngine({ browser, fetch: server.fetch });
    const runId = await start(first, makeRequest(TWO_CALLS));
    const second = openEngine({ browser, fetch: server.fetch });
    expect(await second.clock.settle(second.engine.recoverRuns(NOTHING))).toEqual([]);
    await first.clock.until(() => first.events.get(runId)?.some(({ type }) => type === 'task.waiting'));
    first.locks.die();
    await second.finished(runId).catch(() => undefined);
    expect(await second.clock.settle(second.engine.findRun(runId))).toMatchObject({ status: 'success' });
    expect(server.calls.filter((path) => path === '/first')).toHaveLength(1);
  });

  test('see the same events while one of them executes the run', async () => {
    const browser = new FakeBrowser();
    const first = openEngine({ browser, fetch: serve().fetch });
    const second = openEngine({ browser });
    const runId = await start(first, makeRequest(TWO_CALLS));
    const seen = await second.clock.settle(second.engine.findRun(runId));
    expect(seen?.isElsewhere).toBe(true);
    expect((await first.clock.settle(first.engine.findRun(runId)))?.isElsewhere).toBeUndefined();
    const last = await first.finished(runId);
    await second.clock.until(() => second.events.get(runId)?.at(-1)?.type === 'run.finished');
    const live = (second.events.get(runId) ?? []).filter(({ seq }) => seq >= (seen?.events.length ?? 0));
    expect([...(seen?.events ?? []), ...live]).toEqual(first.events.get(runId));
    expect(last.status).toBe('success');
  });

  test('say the same of what a run waits for, while the one that executes it answers', async () => {
    const browser = new FakeBrowser();
    const first = openEngine({ browser });
    const second = openEngine({ browser });
    const text = yaml`
      tasks: [{ id: hold, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }]
    `;
    const runId = await start(first, makeRequest(text));
    await first.clock.until(() => first.events.get(runId)?.some(({ type }) => type === 'task.waiting'));
    const seen = async () => (await second.clock.settle(second.engine.listRuns()))[0];
    expect(await seen()).toMatchObject({ runId, status: 'running', signal: 'go', waits: 1 });
    await first.engine.controlRun(runId, { type: 'run.paused', reason: 'asked' });
    await first.clock.until(() => first.events.get(runId)?.some(({ type }) => type === 'run.paused'));
    expect(await seen()).toMatchObject({ status: 'running', paused: 'asked' });
    first.locks.die();
    expect(await seen()).not.toHaveProperty('signal');
  });

  test('both refuse a signal that does not fit what the run waits for, and it is only told of it', async () => {
    const browser = new FakeBrowser();
    const first = openEngine({ browser });
    const second = openEngine({ browser });
    const config = '{signal: go, signal_schema: {type: boolean}, timeout: 1h, check_interval: 1h}';
    const runId = await start(first, makeRequest(`tasks: [{id: a, type: wait, config: ${config}}]`));
    await first.clock.until(() => first.events.get(runId)?.at(-1)?.type === 'task.waiting');
    const signal = { type: 'signal.received', name: 'go' } as const;
    const errors = [{ path: '', message: 'must be true or false, not 1', keyword: 'type' }];
    const refusal = expect.objectContaining({ code: 'VALIDATION_ERROR', details: expect.objectContaining({ errors }) });
    expect(await first.engine.controlRun(runId, { ...signal, payload: 1 })).toEqual(refusal);
    expect(await second.clock.settle(second.engine.controlRun(runId, { ...signal, payload: 1 }))).toEqual(refusal);
    expect(await second.clock.settle(second.engine.controlRun(runId, { ...signal, payload: true }))).toBeUndefined();
    expect(await first.finished(runId)).toMatchObject({ status: 'success', output: { value: true } });
    const refused = first.events.get(runId)?.filter(({ type }) => type === 'signal.refused');
    const trace = { name: 'go', taskId: 'a', error: { message: expect.stringContaining('must be true or false') } };
    expect(refused).toMatchObject([trace, trace]);
  });

  test('can both stop it', async () => {
    const browser = new FakeBrowser();
    const first = openEngine({ browser, fetch: () => new Promise(() => {}) });
    const second = openEngine({ browser });
    const runId = await start(first, makeRequest(TWO_CALLS));
    await second.engine.controlRun(runId, { type: 'run.cancelled' });
    expect(await first.finished(runId)).toMatchObject({ status: 'cancelled' });
  });

  test('can take over a run of a tab that does not respond, whose writes are refused then', async () => {
    const browser = new FakeBrowser();
    const first = openEngine({ browser, fetch: () => new Promise(() => {}) });
    const server = serve();
    const second = openEngine({ browser, fetch: server.fetch });
    const runId = await start(first, makeRequest(TWO_CALLS));
    await first.clock.until(() => first.events.get(runId)?.some(({ type }) => type === 'effect.requested'));
    await second.clock.settle(second.engine.takeOver(runId, NOTHING));
    expect(await second.finished(runId)).toMatchObject({ status: 'success' });
    await first.clock.until(() => first.troubles.length > 0);
    expect(first.troubles.at(-1)).toMatchObject({ details: { reason: 'fenced' } });
    expect(first.events.get(runId)?.some(({ type }) => type === 'run.finished')).toBe(false);
    const journal = await openDisk().find(runId);
    expect(journal?.summary.status).toBe('success');
  });
});

/** A disk that refuses writes while `isFull`. */
function fillable() {
  const disk = openDisk();
  const state = { isFull: false };
  const full: Disk = {
    ...disk,
    commit: (changes) =>
      state.isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : disk.commit(changes),
  };
  return { disk: full, state };
}

describe('while storage fails', () => {
  test('a run is blocked, reports it within a second, and resumes where it was', async () => {
    const { disk, state } = fillable();
    const server = serve();
    const page = openEngine({ disk, fetch: server.fetch });
    const runId = await start(page, makeRequest(TWO_CALLS));
    state.isFull = true;
    const asked = page.clock.now();
    await page.clock.until(() => page.troubles.length > 0);
    expect(page.clock.now() - asked).toBeLessThan(1_000);
    expect(page.troubles).toMatchObject([{ details: { type: 'storage', reason: 'quota' } }]);
    // Stored inputs can be exported meanwhile.
    expect(await page.clock.settle(page.engine.exportRun(runId))).toContain('run.started');
    state.isFull = false;
    await page.engine.retryStorage(runId);
    expect(await page.finished(runId)).toMatchObject({ status: 'success' });
    expect(page.troubles).toMatchObject([{}, null]);
    expect(server.calls).toEqual(['/first', '/second']);
  });

  test('Stop takes effect, and is recorded as soon as that is possible', async () => {
    const { disk, state } = fillable();
    const page = openEngine({ disk, fetch: serve().fetch });
    const runId = await start(page, makeRequest(TWO_CALLS));
    state.isFull = true;
    await page.clock.until(() => page.troubles.length > 0);
    await page.engine.controlRun(runId, { type: 'run.cancelled' });
    expect(await page.finished(runId)).toMatchObject({ status: 'cancelled' });
    state.isFull = false;
    await page.clock.until(() => page.troubles.at(-1) === null);
    await page.clock.settle(page.engine.deleteRun('other'));
    const later = openEngine();
    expect(await later.clock.settle(later.engine.recoverRuns(NOTHING))).toEqual([]);
    expect(await later.engine.findRun(runId)).toMatchObject({ status: 'cancelled' });
  });
});

describe('a fork', () => {
  test('begins at any event of a recorded run and gives the same result', async () => {
    const server = serve();
    const page = openEngine({ fetch: server.fetch });
    const runId = await start(page, makeRequest(TWO_CALLS));
    await page.finished(runId);
    const events = page.events.get(runId) ?? [];
    for (const { seq } of events.slice(0, -1)) {
      const forked = await page.clock.settle(page.engine.forkRun({ runId, seq, isPaused: false, ...NOTHING }));
      if (!forked.ok) throw new Error('It did not start.');
      expect(await page.finished(forked.runId)).toMatchObject({ status: 'success' });
      const rows = await page.engine.listRuns({ limit: 1 });
      expect(rows).toMatchObject([{ runId: forked.runId, forkedFrom: runId }]);
    }
  });

  test('can pause there for a value to be edited', async () => {
    const page = openEngine({ fetch: serve().fetch });
    const runId = await start(page, makeRequest(TWO_CALLS));
    await page.finished(runId);
    const taken = page.events.get(runId)?.find((event) => event.type === 'edge.taken' && event.target === 'second');
    const forked = await page.clock.settle(
      page.engine.forkRun({ runId, seq: taken?.seq ?? 0, isPaused: true, ...NOTHING }),
    );
    const id = forked.ok ? forked.runId : '';
    const paused = await page.clock.settle(page.engine.findRun(id));
    expect(paused?.events.at(-1)).toMatchObject({ type: 'run.paused' });
    await page.engine.controlRun(id, { type: 'run.resumed' });
    expect(await page.finished(id)).toMatchObject({ status: 'success' });
  });

  test('counts as idle what it was paused for itself, not what passed before it was made', async () => {
    const page = openEngine({ fetch: serve().fetch });
    const runId = await start(page, makeRequest(TWO_CALLS));
    await page.finished(runId);
    await letPass(page.clock, 2_000);
    const forked = await page.clock.settle(page.engine.forkRun({ runId, seq: 3, isPaused: true, ...NOTHING }));
    const id = forked.ok ? forked.runId : '';
    await letPass(page.clock, 300);
    await page.engine.controlRun(id, { type: 'run.resumed' });
    await page.finished(id);
    const [row] = await page.engine.listRuns({ limit: 1 });
    const lasted = (row?.endedAt ?? 0) - (row?.startedAt ?? 0);
    expect(row).toMatchObject({ runId: id, idle: expect.toSatisfy((idle: number) => idle >= 300 && idle <= lasted) });
  });
});

test('a fork with another message asks the model again with that, and calls nothing again that was called before', async () => {
  const server = serve();
  const page = openEngine({ fetch: server.fetch });
  const text = yaml`
    agents: [{ id: clerk, use: core:agent, config: { provider: mock, model: m, mock: { responses: [{ text: Here. }] } } }]
    tasks:
      - { id: first, type: basic, use: core:http, with: { url: /first, method: POST }, on_success: { next: ask } }
      - { id: ask, type: basic, use: agent:clerk, with: { prompt: Where is order 7? } }
  `;
  const runId = await start(page, makeRequest(text));
  await page.finished(runId);
  const asked = async (id: string) => {
    const { events = [] } = (await page.clock.settle(page.engine.findRun(id))) ?? {};
    return events
      .flatMap((event) => (event.type === 'effect.requested' && event.kind === 'model' ? [event] : []))
      .at(-1);
  };
  const request = await asked(runId);
  const place = request?.key.slice(runId.length + 1) ?? '';
  const message = { place, index: 0, content: 'Where is order 8?' };
  const point = { runId, seq: request?.seq ?? 0, isPaused: false, message };
  const forked = await page.clock.settle(page.engine.forkRun({ ...point, ...NOTHING }));
  const fork = forked.ok ? forked.runId : '';
  expect(await page.finished(fork)).toMatchObject({ status: 'success' });
  expect((await asked(fork))?.request).toMatchObject({ messages: [{ role: 'user', content: 'Where is order 8?' }] });
  expect(server.calls).toEqual(['/first']);
});

test('a run whose stored text was changed is kept with the reason, and is not resumed', async () => {
  const browser = new FakeBrowser();
  const server = serve();
  let isDead = false;
  const disk = dieAfter(3, () => {
    isDead = true;
  });
  const killed = openEngine({ disk, browser, fetch: server.fetch });
  const runId = await start(killed, makeRequest(TWO_CALLS));
  await killed.clock.until(() => isDead);
  killed.locks.die();
  const stored = await openDisk().find(runId);
  if (stored === null) throw new Error('Nothing was stored.');
  const source = stored.details.source.replace('type: basic', 'type:  basic');
  await openDisk().commit([{ type: 'details', value: { ...stored.details, source } }]);
  const before = server.calls.length;
  const next = openEngine({ browser, fetch: server.fetch });
  await next.clock.settle(next.engine.recoverRuns(NOTHING));
  const [row] = await next.clock.settle(next.engine.listRuns());
  expect(row?.problem).toMatchObject({
    code: 'REPLAY_MISMATCH',
    message: expect.stringContaining('The workflow text in this journal is not the one the run was started with'),
  });
  expect(server.calls).toHaveLength(before);
});
