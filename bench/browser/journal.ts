import { type IDBPDatabase, openDB } from 'idb';
import { EventDigest } from '../../engine/driver/index.ts';
import type { Disk } from '../../engine/hosts/worker/journal/Disk.ts';
import { JournalWriter } from '../../engine/hosts/worker/journal/JournalWriter.ts';
import { openDisk } from '../../engine/hosts/worker/journal/openDisk.ts';
import { RunStore } from '../../engine/hosts/worker/journal/RunStore.ts';
import { createSystemClock } from '../../engine/hosts/worker/platform/clock.ts';
import type { PortEngine } from '../../engine/hosts/worker/protocol/eventPort.ts';
import type { RunInput } from '../../engine/run/index.ts';
import { loopText } from '../runs/loopText.ts';
import { toSummary } from './history.ts';
import { time } from './time.ts';

const ROUNDS = 9;

/** Records that are written together, as of a run that never waits. */
const BATCH = 100;

/** A disk that takes everything and keeps nothing. */
const NOWHERE: Disk = {
  commit: () => Promise.resolve(),
  claim: () => Promise.resolve(null),
  list: () => Promise.resolve([]),
  row: () => Promise.resolve(null),
  below: () => Promise.resolve([]),
  find: () => Promise.resolve(null),
  ask: () => Promise.reject(new Error('There is no history of what is not kept')),
};

const LOOP = loopText('end');

/** A loop by the whole engine, journaled in IndexedDB and not at all: from the request until its end is stored. */
export async function measureRun(open: (disk: Disk) => PortEngine, rounds: number): Promise<Record<string, number[]>> {
  const stored = watch(openDisk('journal'));
  const unstored = watch(NOWHERE);
  const engines = { on: open(stored.disk), off: open(unstored.disk) };
  const times = { on: [] as number[], off: [] as number[] };
  for (let round = -2; round < ROUNDS; round += 1) {
    const on = await time(() => runLoop(engines.on, rounds, stored.untilOver));
    const off = await time(() => runLoop(engines.off, rounds, unstored.untilOver));
    if (round < 0) continue;
    times.on.push(on);
    times.off.push(off);
  }
  return times;
}

async function runLoop(engine: PortEngine, rounds: number, untilOver: () => Promise<void>): Promise<void> {
  const over = untilOver();
  const request = { path: 'loop.yaml', source: LOOP, input: { rounds }, variables: [], simulate: false, seed: 1 };
  const started = await engine.startRun({ ...request, baseUrl: 'http://localhost/' });
  if (!started.ok) throw new Error(JSON.stringify(started.failure));
  await over;
}

/** A disk that reports when the end of a run is stored. */
function watch(disk: Disk): { readonly disk: Disk; readonly untilOver: () => Promise<void> } {
  const over: (() => void)[] = [];
  const commit: Disk['commit'] = async (changes) => {
    await disk.commit(changes);
    if (changes.some((change) => change.type === 'summary' && change.value.endedAt !== null)) over.shift()?.();
  };
  return { disk: { ...disk, commit }, untilOver: () => new Promise((resolve) => over.push(resolve)) };
}

const ANSWER: RunInput = {
  type: 'effect.completed',
  at: 1_767_225_600_000,
  key: 'run-1:3:1',
  outcome: {
    ok: true,
    value: { status: 200, body: { text: 'An answer of a usual length, as a model or a service gives it.' } },
    simulated: false,
    warnings: [],
  },
};

/** Strict records: by the journal's writer, which commits what comes meanwhile together, and one transaction each. */
export async function measureCommits(records: number): Promise<Record<string, number[]>> {
  const database = await openPlain();
  const times = { grouped: [] as number[], single: [] as number[] };
  for (let round = -1; round < ROUNDS; round += 1) {
    const grouped = (await time(() => writeGrouped(`r${round}`, records))) / records;
    const few = Math.ceil(records / 20);
    const single = (await time(() => writeSingly(database, few))) / few;
    if (round < 0) continue;
    times.grouped.push(grouped);
    times.single.push(single);
  }
  return times;
}

function rewrite(): never {
  throw new Error('The journal is gone.');
}

async function writeGrouped(runId: string, records: number): Promise<void> {
  const clock = createSystemClock();
  const store = new RunStore(openDisk('commits'), clock);
  const created = await store.create(toSummary(runId, 1), { runId, source: '', input: null, engine: 'bench' }, []);
  if (!created.ok) throw new Error(created.error.message);
  const proof = { inputs: 0, events: 0, digest: new EventDigest().value() };
  const claim = { runId, epoch: 1 };
  const writer = new JournalWriter({
    store,
    clock,
    claim,
    restored: { tracked: { proof }, inputs: [], events: [], checkpoint: null },
    takeCheckpoint: () => null,
    rewrite,
    onTrouble: () => undefined,
    onLost: () => undefined,
  });
  for (let count = 0; count < records; count += 1) {
    writer.add([ANSWER]);
    if (count % BATCH === BATCH - 1) void writer.flush();
  }
  if (!(await writer.flush())) throw new Error('The journal was not written.');
}

async function writeSingly(database: IDBPDatabase, records: number): Promise<void> {
  for (let count = 0; count < records; count += 1) {
    const transaction = database.transaction('records', 'readwrite', { durability: 'strict' });
    await Promise.all([transaction.store.add(ANSWER), transaction.done]);
  }
}

function openPlain(): Promise<IDBPDatabase> {
  return openDB('plain', 1, {
    upgrade: (database) => void database.createObjectStore('records', { autoIncrement: true }),
  });
}
