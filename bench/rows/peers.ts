import { formatTime, type Row, toRow } from '../Row.ts';
import { cpuOf, median } from '../race.ts';
import { EventSink } from '../runs/EventSink.ts';
import { type Kind, LOADS } from '../runs/loads.ts';
import type { Peer } from '../runs/Peer.ts';
import { runInMemory } from '../runs/runInMemory.ts';

/** An engine that runs are measured against; it is loaded only when its turn comes. */
export interface PeerEntry {
  readonly id: string;
  /** At most so much of its time may ours be; null: nothing is promised, for it does less than we do. */
  readonly limit: number | null;
  readonly load: () => Promise<Peer>;
}

export const PEERS: readonly PeerEntry[] = [
  { id: 'n8n', limit: 1 / 7, load: async () => (await import('../peers/n8n.ts')).n8n },
  { id: 'rivet', limit: 1 / 7, load: async () => (await import('../peers/rivet.ts')).rivet },
  { id: 'flowed', limit: 1 / 7, load: async () => (await import('../peers/flowed.ts')).flowed },
  { id: 'flowed-mapped', limit: null, load: async () => (await import('../peers/flowed.ts')).flowedMapped },
  { id: 'xstate', limit: 1 / 10, load: async () => (await import('../peers/xstate.ts')).xstate },
  { id: 'xstate-bare', limit: null, load: async () => (await import('../peers/xstate.ts')).transitions },
  { id: 'mastra', limit: 1 / 20, load: async () => (await import('../peers/mastra.ts')).mastra },
  { id: 'langgraph', limit: 1 / 100, load: async () => (await import('../peers/langgraph.ts')).langgraph },
];

const ROUNDS = 7;
/** A peer whose first run takes longer, in ms, is run once. */
const LONGEST = 3000;
/** CPU time of one turn, in ms, where a run takes less: enough of them for each to pay for the garbage that it makes. */
const TURN = 200;
/** CPU time, in ms, of the runs that only let the compiler see what is hot. */
const WARM = 2000;

/** Answers with how many runs fill a turn. */
async function warm(job: () => unknown): Promise<number> {
  for (let spent = 0; spent < WARM; ) spent += await cpuOf(job, 1);
  return Math.ceil(TURN / (await cpuOf(job, 3)));
}

/**
 * Whole runs whose events are handed on, ours and those of another engine in turns; no row where it has no such
 * construct. CPU time: a peer's run may take time on the wall, in which others' work is not counted.
 */
export async function measurePeer({ limit, load: loadPeer }: PeerEntry, kind: Kind): Promise<readonly Row[]> {
  const peer = await loadPeer();
  const make = peer[kind];
  if (make === null) return [];
  const { title, size: usual, load } = LOADS[kind];
  const size = peer.sizes?.[kind] ?? usual;
  const made = load(size);
  const run = make(size);
  const ours = (): unknown => runInMemory(made, new EventSink());
  const first = await cpuOf(run, 1);
  const isSlow = first > LONGEST;
  const theirRepeats = isSlow ? 1 : await warm(run);
  const ourRepeats = await warm(ours);
  const times = { ours: [] as number[], theirs: isSlow ? [first] : [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    if (!isSlow) times.theirs.push(await cpuOf(run, theirRepeats));
    times.ours.push(await cpuOf(ours, ourRepeats));
  }
  const row = toRow({
    what: size === usual ? title : `${title}, both with ${size.toLocaleString('en')}`,
    peer: peer.name,
    ours: median(times.ours),
    theirs: median(times.theirs),
    limit,
    format: formatTime,
  });
  return [row];
}
