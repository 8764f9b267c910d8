import { RecentMap } from '../../base/index.ts';
import type { StartedHead } from '../../hosts/node/index.ts';
import type { Chunk } from './chunks.ts';
import {
  type Around,
  type Below,
  type RunEnd,
  type RunRow,
  type RunWaits,
  SERVICES,
  type StoredRun,
} from './contract.ts';
import type { Ingress } from './Ingress.ts';

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
  readonly #heads = new RecentMap<string, StartedHead>(HEADS);

  constructor(ingress: Ingress) {
    this.#ingress = ingress;
  }

  read(runId: string): Promise<StoredRun | null> {
    return this.#ingress.call(SERVICES.run, 'read', [runId, null]);
  }

  async head(runId: string): Promise<StartedHead | null> {
    const known = this.#heads.get(runId);
    if (known !== undefined) return known;
    const head = await this.#ingress.call<StartedHead | null>(SERVICES.run, 'head', [runId, null]);
    if (head !== null) this.note(runId, head);
    return head;
  }

  /** Keeps the head of a run for {@link head}. */
  note(runId: string, head: StartedHead): void {
    this.#heads.set(runId, head);
  }

  /** What a run has of those around it; null: none has started it. */
  around(runId: string): Promise<Around | null> {
    return this.#ingress.call(SERVICES.run, 'around', [runId, null]);
  }

  /** The signals that an unfinished run waits for, as it has written them down last. */
  async waitsOf(runId: string): Promise<RunWaits> {
    return (await this.#ingress.call<RunWaits | null>(SERVICES.run, 'waits', [runId, null])) ?? [];
  }

  /** Chunks from a number up to before another, some at a time. */
  async *chunks(runId: string, from: number, until: number): AsyncGenerator<Chunk> {
    for (let first = from; first < until; first += CHUNKS) {
      const count = Math.min(CHUNKS, until - first);
      const names = Array.from({ length: count }, (_, index) => `chunk.${first + index}`);
      const texts = await this.#ingress.call<readonly string[]>(SERVICES.run, 'chunks', [runId, names]);
      for (const text of texts) yield JSON.parse(text);
    }
  }

  /** The runs that one has started and that have not ended, by the keys of its calls; null: there are none. */
  below(runId: string): Promise<Below | null> {
    return this.#ingress.call(SERVICES.run, 'below', [runId, null]);
  }

  /** The rows of all runs, by id. */
  async rows(): Promise<ReadonlyMap<string, RunRow>> {
    return this.#select("key = 'row'");
  }

  /** The rows of the runs that are blocked, by id, and perhaps some others. */
  async blocked(): Promise<ReadonlyMap<string, RunRow>> {
    return this.#select(`key = 'row' AND value_utf8 LIKE '%"blocked":%'`);
  }

  /** The rows of the runs of some ids. */
  async rowsOf(runIds: readonly string[]): Promise<ReadonlyMap<string, RunRow>> {
    if (runIds.length === 0) return new Map();
    return this.#select(`key = 'row' AND service_key IN (${runIds.map(quote).join(', ')})`);
  }

  /** What the runs of some ids have ended with, as far as that is not large. */
  async shortEnds(runIds: readonly string[]): Promise<ReadonlyMap<string, ShortEnd>> {
    if (runIds.length === 0) return new Map();
    const where = `service_name = ${quote(SERVICES.run)} AND key = 'end' AND service_key IN (${runIds.map(quote).join(', ')})`;
    const short = `CASE WHEN octet_length(value_utf8) <= ${LARGE} THEN value_utf8 END AS short`;
    const rows = await this.#ingress.query(
      `SELECT service_key, octet_length(value_utf8) AS size, ${short} FROM state WHERE ${where}`,
    );
    return new Map(rows.map((row) => [String(row['service_key']), toShortEnd(row)]));
  }

  /** The signals that unfinished runs wait for. */
  async waits(): Promise<ReadonlyMap<string, RunWaits>> {
    return this.#select("key = 'waits'");
  }

  async #select<T>(condition: string): Promise<ReadonlyMap<string, T>> {
    const where = `service_name = ${quote(SERVICES.run)} AND ${condition}`;
    const rows = await this.#ingress.query(`SELECT service_key, value_utf8 FROM state WHERE ${where}`);
    return new Map(rows.map((row) => [String(row['service_key']), JSON.parse(String(row['value_utf8']))]));
  }
}

function toShortEnd({ size, short }: Readonly<Record<string, unknown>>): ShortEnd {
  return { end: typeof short === 'string' ? JSON.parse(short) : null, size: Number(size) };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
