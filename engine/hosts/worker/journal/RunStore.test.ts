import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { describe, expect, test, vi } from 'vitest';
import type { RunInput } from '../../../run/index.ts';
import { startInput } from '../../../testing/given/startInput.ts';
import { TurnClock } from '../../../testing/TurnClock.ts';
import type { RunQuery, RunSummary } from '../protocol/protocol.ts';
import type { Disk } from './Disk.ts';
import { openDisk } from './openDisk.ts';
import { RunStore, toChunk } from './RunStore.ts';

const FIRST = startInput({ at: 5, runId: 'r1', input: { n: 1 }, seed: 7 });

function summaryOf(runId: string, startedAt = 5): RunSummary {
  return {
    runId,
    path: 'a.yaml',
    name: null,
    status: 'running',
    startedAt,
    endedAt: null,
    simulate: false,
    simulated: false,
  };
}

function continued(at: number): RunInput {
  return { type: 'run.continued', at };
}

function createStore(disk: Disk = openDisk()) {
  const clock = new TurnClock();
  const store = new RunStore(disk, clock);
  const create = (runId: string, startedAt?: number) =>
    store.create(summaryOf(runId, startedAt), { runId, source: 'tasks: []\n', input: {}, engine: '0.1.0' }, [FIRST]);
  return { clock, store, create };
}

describe('a journal', () => {
  test('returns every input in order, and the source byte for byte', async () => {
    const { store, create } = createStore();
    await create('r1');
    await Promise.all([
      store.append(
        { runId: 'r1', epoch: 1 },
        toChunk('r1', { from: 1, inputs: [continued(6), continued(7)], proof: null }),
      ),
      store.append({ runId: 'r1', epoch: 1 }, toChunk('r1', { from: 3, inputs: [continued(8)], proof: null })),
    ]);
    expect(await store.find('r1')).toMatchObject({
      ok: true,
      value: { details: { source: 'tasks: []\n' }, inputs: [FIRST, continued(6), continued(7), continued(8)] },
    });
  });

  test('is read up to the first gap', async () => {
    const { store, create } = createStore();
    await create('r1');
    await store.append({ runId: 'r1', epoch: 1 }, toChunk('r1', { from: 2, inputs: [continued(9)], proof: null }));
    expect(await store.find('r1')).toMatchObject({ value: { inputs: [FIRST] } });
  });

  test('is found by another connection', async () => {
    await createStore().create('r1');
    expect(await createStore().store.find('r1')).toMatchObject({ ok: true, value: { inputs: [FIRST] } });
  });

  test('is removed with its run', async () => {
    const { store, create } = createStore();
    await create('r1');
    await create('r2');
    await store.remove('r1');
    expect(await store.find('r1')).toEqual({ ok: true, value: null });
    expect(await store.list()).toMatchObject({ ok: true, value: [{ runId: 'r2' }] });
  });
});

test('the history lists the newest run first', async () => {
  const { store, create } = createStore();
  for (const [runId, at] of [
    ['old', 1],
    ['new', 3],
    ['middle', 2],
  ] as const)
    await create(runId, at);
  const listed = await store.list();
  expect(listed.ok && listed.value.map((row) => row.runId)).toEqual(['new', 'middle', 'old']);
});

test('writes that come during a commit share the next one, in strict durability', async () => {
  const disk = openDisk();
  const commit = vi.fn(disk.commit);
  const { store, create } = createStore({ ...disk, commit });
  await Promise.all([
    create('r1'),
    ...Array.from({ length: 20 }, (_, index) =>
      store.append(
        { runId: 'r1', epoch: 1 },
        toChunk('r1', { from: index + 1, inputs: [continued(index)], proof: null }),
      ),
    ),
  ]);
  expect(commit).toHaveBeenCalledTimes(2);
  expect(await store.find('r1')).toHaveProperty('value.inputs.length', 21);
});

/** A disk whose operations all reject. */
function refuse(error: Error): Disk {
  const refused = (): Promise<never> => Promise.reject(error);
  return { commit: refused, claim: refused, list: refused, find: refused, row: refused, below: refused, ask: refused };
}

describe('storage that fails', () => {
  test.each([
    ['QuotaExceededError', 'quota', 'storage for Signalbox is full'],
    ['SecurityError', 'unavailable', 'does not let Signalbox store runs here'],
    ['InvalidStateError', 'unavailable', 'does not let Signalbox store runs here'],
    ['UnknownError', 'failed', 'storage failed'],
  ])('with %s gives a typed failure with a message for the user', async (name, reason, words) => {
    const { store, create } = createStore(refuse(new DOMException('no', name)));
    for (const result of [await create('r1'), await store.list(), await store.find('r1'), await store.remove('r1')]) {
      expect(result).toMatchObject({
        ok: false,
        error: {
          code: 'EXECUTION_ERROR',
          message: expect.stringContaining(words),
          details: { type: 'storage', reason },
        },
      });
    }
  });

  test('by never answering gives a failure after a timeout', async () => {
    const hanging: Disk = {
      commit: () => new Promise(() => {}),
      claim: () => new Promise(() => {}),
      list: () => new Promise(() => {}),
      find: () => new Promise(() => {}),
      row: () => new Promise(() => {}),
      below: () => new Promise(() => {}),
      ask: () => new Promise(() => {}),
    };
    const { store, clock } = createStore(hanging);
    expect(await clock.settle(store.list())).toMatchObject({ ok: false, error: { details: { reason: 'timeout' } } });
  });

  test('for one write of a group stores the others', async () => {
    const disk = openDisk();
    const commit: Disk['commit'] = (changes) => {
      const isHuge = changes.some((change) => change.type === 'chunk' && change.value.runId === 'huge');
      return isHuge ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : disk.commit(changes);
    };
    const { store, create } = createStore({ ...disk, commit });
    await create('r1');
    const results = await Promise.all([
      store.saveSummary(summaryOf('r1')),
      store.append({ runId: 'huge', epoch: 1 }, toChunk('huge', { from: 1, inputs: [continued(1)], proof: null })),
      store.append({ runId: 'r1', epoch: 1 }, toChunk('r1', { from: 1, inputs: [continued(2)], proof: null })),
    ]);
    expect(results.map((result) => result.ok)).toEqual([true, false, true]);
    expect(await store.find('r1')).toHaveProperty('value.inputs.length', 2);
  });
});

describe('a run that is claimed', () => {
  test('stores writes of its newest claimant only', async () => {
    const { store, create } = createStore();
    await create('r1');
    const [first, second] = [await store.claim('r1'), await store.claim('r1')];
    expect([first, second]).toEqual([
      { ok: true, value: 2 },
      { ok: true, value: 3 },
    ]);
    const late = await store.append(
      { runId: 'r1', epoch: 1 },
      toChunk('r1', { from: 1, inputs: [continued(1)], proof: null }),
    );
    expect(late).toMatchObject({ ok: false, error: { details: { reason: 'fenced' } } });
    expect(await store.saveSummary(summaryOf('r1'), 1)).toMatchObject({ ok: false });
    expect(
      (await store.append({ runId: 'r1', epoch: 3 }, toChunk('r1', { from: 1, inputs: [continued(2)], proof: null })))
        .ok,
    ).toBe(true);
    expect(await store.find('r1')).toMatchObject({ value: { inputs: [FIRST, continued(2)] } });
  });

  test('can be appended to after its journal was compacted', async () => {
    const { store, create } = createStore();
    await create('r1');
    await store.append({ runId: 'r1', epoch: 1 }, toChunk('r1', { from: 1, inputs: [continued(1)], proof: null }));
    const proof = { inputs: 2, events: 0, digest: 'd' };
    await store.compact({ runId: 'r1', epoch: 1 }, { from: 0, inputs: [FIRST, continued(1)], proof });
    await store.append({ runId: 'r1', epoch: 1 }, toChunk('r1', { from: 2, inputs: [continued(2)], proof: null }));
    expect(await store.find('r1')).toMatchObject({
      value: { inputs: [FIRST, continued(1), continued(2)], proofs: [proof], chunkCount: 2 },
    });
  });
});

test('a page of the history holds only the rows of its query', async () => {
  const { store, create } = createStore();
  for (let index = 1; index <= 5; index += 1) await create(`r${index}`, index);
  await store.saveSummary({ ...summaryOf('r3', 3), status: 'success' });
  const ids = async (query: RunQuery) => {
    const rows = await store.list(query);
    return rows.ok ? rows.value.map(({ runId }) => runId) : null;
  };
  expect(await ids({ limit: 2 })).toEqual(['r5', 'r4']);
  expect(await ids({ limit: 2, before: 4 })).toEqual(['r3', 'r2']);
  expect(await ids({ status: 'running', before: 5 })).toEqual(['r4', 'r2', 'r1']);
  expect(await ids({ path: 'elsewhere.yaml' })).toEqual([]);
  expect(await ids({ path: 'a.yaml', limit: 2, before: 5 })).toEqual(['r4', 'r3']);
  expect(await ids({ path: 'a.yaml', status: 'running', limit: 3 })).toEqual(['r5', 'r4', 'r2']);
  expect(await ids({ status: 'success' })).toEqual(['r3']);
});

test('rows of a database of the previous version are found in order, unchanged', async () => {
  const old = await openDB('signalbox-runs', 2, {
    upgrade: (database) => {
      database.createObjectStore('summaries', { keyPath: 'runId' }).createIndex('startedAt', 'startedAt');
      database.createObjectStore('details', { keyPath: 'runId' });
      database.createObjectStore('chunks', { keyPath: ['runId', 'from'] });
      database.createObjectStore('claims', { keyPath: 'runId' });
    },
  });
  for (const [runId, startedAt] of [
    ['r1', 7],
    ['r2', 9],
    ['r3', 8],
  ] as const)
    await old.put('summaries', summaryOf(runId, startedAt));
  old.close();
  const { store } = createStore();
  const rows = [summaryOf('r2', 9), summaryOf('r3', 8), summaryOf('r1', 7)];
  expect(await store.list()).toEqual({ ok: true, value: rows });
  expect(await store.list({ status: 'running' })).toEqual({ ok: true, value: rows });
});

test('a database of the version before facts keeps all that is in it, and takes facts and tags', async () => {
  const old = await openDB('signalbox-runs', 5, {
    upgrade: (database) => {
      const rows = database.createObjectStore('summaries', { keyPath: 'runId' });
      rows.createIndex('order', 'order');
      rows.createIndex('path', ['path', 'order']);
      rows.createIndex('status', ['status', 'order']);
      rows.createIndex('parent', ['parent.runId', 'place']);
      rows.createIndex('root', 'parent.root');
      database.createObjectStore('details', { keyPath: 'runId' });
      database.createObjectStore('chunks', { keyPath: ['runId', 'from'] });
      database.createObjectStore('checkpoints', { keyPath: 'runId' });
      database.createObjectStore('claims', { keyPath: 'runId' });
    },
  });
  const details = { runId: 'r1', source: 'tasks: []\n', input: { n: 1 }, engine: '0.1.0' };
  await old.put('summaries', { ...summaryOf('r1', 7), isKept: true, order: -7 });
  await old.put('details', details);
  await old.put('chunks', toChunk('r1', { from: 0, inputs: [FIRST], proof: null }));
  await old.put('checkpoints', { runId: 'r1', inputs: 1, text: 'as it was' });
  await old.put('claims', { runId: 'r1', epoch: 3 });
  old.close();
  const { store } = createStore();
  const row = { ...summaryOf('r1', 7), isKept: true };
  expect(await store.list({ path: 'a.yaml' })).toEqual({ ok: true, value: [row] });
  expect(await store.find('r1')).toMatchObject({ value: { summary: row, details, inputs: [FIRST] } });
  expect(await store.findNewest('r1')).toMatchObject({ value: { checkpoint: 'as it was' } });
  expect(await store.ask({ op: 'words', text: 'n' })).toEqual({ ok: true, value: [] });
  await store.ask({ op: 'tag', runIds: ['r1', 'far'], tag: 'slow', isOn: true });
  await store.ask({ op: 'tag', runIds: ['r1'], tag: 'ask Ada', isOn: true });
  await store.ask({ op: 'tag', runIds: ['far'], tag: 'slow', isOn: false });
  expect(await store.ask({ op: 'tags' })).toEqual({ ok: true, value: [{ runId: 'r1', tags: ['slow', 'ask Ada'] }] });
  expect(await store.claim('r1')).toEqual({ ok: true, value: 4 });
});
