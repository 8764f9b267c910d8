import { RecentMap } from '../../base/index.ts';
import { childRunId, type Proof, type RecordedJournal, type StartedHead } from '../../hosts/node/index.ts';
import type { RunInput } from '../../run/index.ts';
import { JOURNAL_RECORD, type MessageShape } from '../../wire/index.ts';
import { MisfitError, RUN, readMessage, SERVICES } from './handlers.ts';
import type { FoundRow, Ingress } from './Ingress.ts';
import {
  type Around,
  type Below,
  END,
  ROW,
  type RunEnd,
  type RunRow,
  type RunWaits,
  type StoredRun,
  WAITS,
} from './messages.ts';

/** How many chunks of a journal are read at a time. */
const CHUNKS = 16;

/** How many heads are kept, which never change. */
const HEADS = 256;

/** Largest end of a run that is read for a list, in bytes. */
const LARGE = 16 * 1024;

/** What a run has ended with, for a list. */
export interface ShortEnd {
  /** Null: it is large. */
  readonly end: RunEnd | null;
  /** Of it as JSON, in bytes. */
  readonly size: number;
}

/** The runs of a cluster, as their objects have them. Methods throw as {@link Ingress}. */
export class StoredRuns {
  readonly #ingress: Ingress;
  readonly #onProblem: (message: string) => void;
  readonly #heads = new RecentMap<string, StartedHead>(HEADS);
  /** Why some of them could not be read, by what it is of which run. */
  readonly #told = new RecentMap<string, string>(HEADS);

  /** `onProblem`: told of a run that cannot be read, once. */
  constructor(ingress: Ingress, onProblem: (message: string) => void = () => undefined) {
    this.#ingress = ingress;
    this.#onProblem = onProblem;
  }

  read(runId: string): Promise<StoredRun | null> {
    return this.#ingress.call(RUN.read, [runId, null]);
  }

  async head(runId: string): Promise<StartedHead | null> {
    const known = this.#heads.get(runId);
    if (known !== undefined) return known;
    const head = await this.#ingress.call(RUN.head, [runId, null]);
    if (head !== null) this.note(runId, head);
    return head;
  }

  /** Keeps the head of a run for {@link head}. */
  note(runId: string, head: StartedHead): void {
    this.#heads.set(runId, head);
  }

  /** What a run has of those around it; null: none has started it. */
  around(runId: string): Promise<Around | null> {
    return this.#ingress.call(RUN.around, [runId, null]);
  }

  /** The signals that an unfinished run waits for, as it has written them down last. */
  async waitsOf(runId: string): Promise<RunWaits> {
    return (await this.#ingress.call(RUN.waits, [runId, null])) ?? [];
  }

  /** Chunks from a number up to before another, some at a time. */
  async *chunks(runId: string, from: number, until: number): AsyncGenerator<Chunk> {
    for (let first = from; first < until; first += CHUNKS) {
      const count = Math.min(CHUNKS, until - first);
      const names = Array.from({ length: count }, (_, index) => `chunk.${first + index}`);
      const texts = await this.#ingress.call(RUN.chunks, [runId, names]);
      for (const [index, text] of texts.entries()) yield readChunk(text, `${names[index]} of ${runId}`);
    }
  }

  /** The runs that one has started and that have not ended, by the keys of its calls; null: there are none. */
  below(runId: string): Promise<Below | null> {
    return this.#ingress.call(RUN.below, [runId, null]);
  }

  /** The rows of all runs, by id. */
  async rows(): Promise<ReadonlyMap<string, RunRow>> {
    return this.#select('row', ROW, "key = 'row'");
  }

  /** The rows of the runs that are blocked, by id, and perhaps some others. */
  async blocked(): Promise<ReadonlyMap<string, RunRow>> {
    return this.#select('row', ROW, `key = 'row' AND value_utf8 LIKE '%"blocked":%'`);
  }

  /** The rows of the runs of some ids. */
  async rowsOf(runIds: readonly string[]): Promise<ReadonlyMap<string, RunRow>> {
    if (runIds.length === 0) return new Map();
    return this.#select('row', ROW, `key = 'row' AND service_key IN (${runIds.map(quote).join(', ')})`);
  }

  /** What the runs of some ids have ended with, as far as that is not large. */
  async shortEnds(runIds: readonly string[]): Promise<ReadonlyMap<string, ShortEnd>> {
    if (runIds.length === 0) return new Map();
    const where = `service_name = ${quote(SERVICES.run)} AND key = 'end' AND service_key IN (${runIds.map(quote).join(', ')})`;
    const short = `CASE WHEN octet_length(value_utf8) <= ${LARGE} THEN value_utf8 END AS short`;
    const rows = await this.#ingress.query(
      `SELECT service_key, octet_length(value_utf8) AS size, ${short} FROM state WHERE ${where}`,
    );
    return this.#readEach('end', rows, ({ short = null, size }, name) => ({
      end: typeof short === 'string' ? readMessage(END, JSON.parse(short), name) : null,
      size: Number(size),
    }));
  }

  /** The signals that unfinished runs wait for. */
  async waits(): Promise<ReadonlyMap<string, RunWaits>> {
    return this.#select('waits', WAITS, "key = 'waits'");
  }

  async #select<T>(part: 'row' | 'waits', shape: MessageShape<T>, condition: string): Promise<ReadonlyMap<string, T>> {
    const where = `service_name = ${quote(SERVICES.run)} AND ${condition}`;
    const rows = await this.#ingress.query(`SELECT service_key, value_utf8 FROM state WHERE ${where}`);
    return this.#readEach(part, rows, ({ value_utf8: text }, name) =>
      readMessage(shape, JSON.parse(String(text)), name),
    );
  }

  /** By the id of the run. One that cannot be read does not hide the others: it is told, once. */
  #readEach<T>(
    part: string,
    rows: readonly FoundRow[],
    read: (row: FoundRow, name: string) => T,
  ): ReadonlyMap<string, T> {
    const found = new Map<string, T>();
    for (const row of rows) {
      const runId = String(row['service_key']);
      const name = `The stored ${part} of ${runId}`;
      try {
        found.set(runId, read(row, name));
      } catch (error) {
        if (!(error instanceof MisfitError)) throw error;
        if (this.#told.get(name) !== error.message) this.#onProblem(error.message);
        this.#told.set(name, error.message);
      }
    }
    return found;
  }
}

function readChunk(text: string | null, name: string): Chunk {
  return readMessage(JOURNAL_RECORD, text === null ? null : JSON.parse(text), name);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Finds the rows of the runs that a run has started and that have not ended. */
type FindBelow = (runId: string) => Promise<readonly (readonly [runId: string, row: RunRow])[]>;

/** The row of a run as it is shown: it waits for signals and times only where all that it has started do so, too. */
export async function withFamilyStatus(runId: string, row: RunRow, findBelow: FindBelow): Promise<RunRow> {
  return (await isWaiting(runId, row, findBelow)) ? row : { ...row, status: 'running' };
}

/** False where one below a run that waits has something under way; true also for a run that does not wait. */
async function isWaiting(runId: string, { status, below = 0 }: RunRow, findBelow: FindBelow): Promise<boolean> {
  if (status !== 'waiting' || below === 0) return true;
  for (const [id, row] of await findBelow(runId)) {
    if (row.status === 'running' || row.status === 'queued') return false;
    if (!(await isWaiting(id, row, findBelow))) return false;
  }
  return true;
}

/** Finds them where they are stored. */
export function findStored(stored: StoredRuns): FindBelow {
  return async (runId) => {
    const below = await stored.below(runId);
    return below === null ? [] : [...(await stored.rowsOf(below.live.map(childRunId)))];
  };
}

/** Rows as they are shown, among which those of all runs are. */
export async function withFamilyStatuses(rows: ReadonlyMap<string, RunRow>): Promise<ReadonlyMap<string, RunRow>> {
  const below = new Map<string, (readonly [string, RunRow])[]>();
  for (const [id, row] of rows) {
    if (row.parent === null || row.endedAt !== null) continue;
    const siblings = below.get(row.parent.runId) ?? [];
    below.set(row.parent.runId, siblings);
    siblings.push([id, row]);
  }
  const findBelow: FindBelow = async (runId) => below.get(runId) ?? [];
  const shown = [...rows].map(async ([id, row]) => [id, await withFamilyStatus(id, row, findBelow)] as const);
  return new Map(await Promise.all(shown));
}

/** State `chunk.<n>` of a run: inputs, and the proof of all inputs up to its end. */
export interface Chunk {
  readonly inputs: readonly RunInput[];
  readonly proof: Proof;
}

/** Chunks as one journal; `start`: the first input, where they begin with the first chunk. */
export function joinChunks(start: RunInput | null, chunks: readonly Chunk[]): RecordedJournal {
  const inputs = chunks.flatMap((chunk) => chunk.inputs);
  return { inputs: start === null ? inputs : [start, ...inputs], proofs: chunks.map(({ proof }) => proof) };
}
