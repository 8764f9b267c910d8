import { runFloor } from '../floors/interpreter.ts';
import { formatTime, type Row, toRow } from '../Row.ts';
import { median, race } from '../race.ts';
import type { Peer } from '../runs/Peer.ts';
import { runInMemory } from '../runs/runInMemory.ts';
import { chain, collection, fanOut, type Load, loop } from '../runs/workflows.ts';

const LOADS = {
  chain: { title: 'Chain of 1,000 tasks', size: 1000, load: chain },
  fanOut: { title: 'Fan-out to 1,000 tasks and a join', size: 1000, load: fanOut },
  loop: { title: 'Loop of 1,000 rounds', size: 1000, load: loop },
  collection: { title: 'Collection of 10,000 items', size: 10_000, load: collection },
} as const;

type Kind = keyof typeof LOADS;
const KINDS = Object.keys(LOADS) as readonly Kind[]; // Its own keys.

/** At most so much of a peer's time may ours be; each is loaded only when its turn comes. */
const PEERS: readonly { readonly limit: number; readonly load: () => Promise<Peer> }[] = [
  { limit: 1, load: async () => (await import('../peers/rivet.ts')).rivet },
  { limit: 1 / 7, load: async () => (await import('../peers/flowed.ts')).flowed },
  { limit: 1 / 14, load: async () => (await import('../peers/xstate.ts')).xstate },
  { limit: 1 / 30, load: async () => (await import('../peers/mastra.ts')).mastra },
  { limit: 1 / 250, load: async () => (await import('../peers/langgraph.ts')).langgraph },
];

const ROUNDS = 3;
/** A peer whose first run takes longer, in ms, is run once. */
const LONGEST = 3000;

/** Whole runs with a full journal of inputs and events in memory, against the floor and against other engines. */
export async function measureRuns(): Promise<readonly Row[]> {
  const rows = [...KINDS.map(measureFloor), await measureLength()];
  for (const { limit, load } of PEERS) {
    const peer = await load();
    for (const kind of KINDS) {
      const row = await measurePeer(peer, kind, limit);
      if (row !== null) rows.push(row);
    }
  }
  return rows;
}

function measureFloor(kind: Kind): Row {
  const { title, size, load } = LOADS[kind];
  const made = load(size);
  checkSame(made, title);
  const times = race({ ours: () => runInMemory(made), theirs: () => runFloor(made) });
  return toRow({ what: title, peer: 'minimal interpreter (floor)', ...times, limit: 2, format: formatTime });
}

/** The floor must say what ours says, event by event: else it did something else. */
function checkSame(load: Load, title: string): void {
  const ours = runInMemory(load);
  const floor = runFloor(load);
  const differs = ours.events.findIndex(
    (event, index) => JSON.stringify(event) !== JSON.stringify(floor.events[index]),
  );
  if (differs !== -1 || ours.events.length !== floor.events.length)
    throw new Error(
      `${title}: the floor does not do the same. Ours: ${JSON.stringify(ours.events[differs])}, floor: ${JSON.stringify(floor.events[differs])}`,
    );
}

/** A step of a long run against a step of a short one; a deep stack would not get to its end at all. */
async function measureLength(): Promise<Row> {
  const long = loop(50_000);
  const short = loop(500);
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.ours.push((await cpuOf(() => runInMemory(long), 1)) / long.steps);
    times.theirs.push((await cpuOf(() => runInMemory(short), 100)) / short.steps);
  }
  return toRow({
    what: 'One of 100,000 steps of a loop',
    peer: 'one of 1,000 steps',
    ours: median(times.ours),
    theirs: median(times.theirs),
    limit: 1.2,
    format: formatTime,
  });
}

/** CPU time of ours and theirs in turns; a peer's run may take time on the wall, in which others' work is not counted. */
async function measurePeer(peer: Peer, kind: Kind, limit: number): Promise<Row | null> {
  const make = peer[kind];
  if (make === null) return null;
  const { title, size: usual, load } = LOADS[kind];
  const size = peer.sizes?.[kind] ?? usual;
  const made = load(size);
  const run = make(size);
  const first = await cpuOf(run, 1);
  const isSlow = first > LONGEST;
  const times = { ours: [] as number[], theirs: isSlow ? [first] : [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    if (!isSlow) times.theirs.push(await cpuOf(run, 1));
    times.ours.push(await cpuOf(() => runInMemory(made), 10));
  }
  return toRow({
    what: size === usual ? title : `${title}, both with ${size.toLocaleString('en')}`,
    peer: peer.name,
    ours: median(times.ours),
    theirs: median(times.theirs),
    limit,
    format: formatTime,
  });
}

async function cpuOf(job: () => unknown, repeats: number): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < repeats; count += 1) await job();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / repeats;
}
