import { closeSync, fstatSync, ftruncateSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { isJsonObject, type Json } from '../../base/index.ts';
import { readLines } from '../../hosts/node/index.ts';
import { NO_FIGURES } from '../figures.ts';
import type { ServedRunQuery } from '../RunService.ts';
import { hasEnded, type RunRow } from './RunRow.ts';

/** Lines that may be out of date beyond as many as there are runs, before the file is written anew. */
const SPARE = 1_000;

/** Where a line is in the file, in bytes. */
interface Place {
  readonly offset: number;
  readonly length: number;
}

/** A row in memory; of a run that has ended, its results and figures are in the file alone. */
interface Indexed {
  readonly row: RunRow;
  /** Null: it could not be written. */
  readonly place: Place | null;
}

/**
 * The runs of a state folder by id, in the order they were started: a file of lines, of which the last one of a run counts.
 * It can be lost: the journals have everything. So it is not flushed, and a line that is not whole is cut off.
 */
export class RunIndex {
  readonly #file: string;
  readonly #rows = new Map<string, Indexed>();
  /** By the id of a run that another one has started: the outermost one. */
  readonly #roots = new Map<string, string>();
  #handle: number;
  /** The highest number. */
  #last = 0;
  /** Bytes of the whole lines. */
  #size = 0;
  #lines = 0;
  /** There may be a part of a line behind them. */
  #isTorn = false;

  /** Opens the index, or begins one. Throws what the system says. */
  constructor(file: string) {
    this.#file = file;
    this.#handle = openSync(file, 'a+', 0o600);
    for (const { text, offset, end } of readLines(this.#handle)) {
      this.#take(text, { offset, length: end - offset });
      this.#size = end;
    }
    this.#isTorn = fstatSync(this.#handle).size > this.#size;
    if (this.#lines > 2 * (this.#rows.size + this.#roots.size) + SPARE) this.#compactWhereRoom();
  }

  /** The number that the next run gets. */
  get next(): number {
    return this.#last + 1;
  }

  /** Adds or replaces a row. It holds in memory also where this throws what the system says. */
  put(row: RunRow): void {
    this.#keep(row, null);
    this.#keep(row, this.#append({ run: row }));
  }

  /** Notes which outermost run a run is below. Throws what the system says. */
  putBelow(id: string, root: string): void {
    if (this.#roots.get(id) === root) return;
    this.#roots.set(id, root);
    this.#append({ below: id, root });
  }

  rootOf(id: string): string | null {
    return this.#roots.get(id) ?? null;
  }

  remove(id: string): void {
    this.#rows.delete(id);
  }

  /** A row as it was put; null: there is none. */
  get(id: string): RunRow | null {
    const indexed = this.#rows.get(id);
    return indexed === undefined ? null : this.#whole(indexed);
  }

  /** The rows of runs that have not ended, in the order they were started. */
  unfinished(): readonly RunRow[] {
    return [...this.#rows.values()].flatMap(({ row }) => (hasEnded(row) ? [] : [row]));
  }

  ids(): Iterable<string> {
    return this.#rows.keys();
  }

  /** The newest first, as `now` has them; those before the cursor, which is a number of a row: null where it is none. */
  list(
    { workflow, status, cursor, limit }: ServedRunQuery,
    now: (row: RunRow) => RunRow,
  ): { readonly rows: readonly RunRow[]; readonly next: string | null } | null {
    if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) return null;
    const before = cursor === undefined ? Infinity : Number(cursor);
    const rows: RunRow[] = [];
    for (const indexed of [...this.#rows.values()].reverse()) {
      if (!(indexed.row.number < before)) continue;
      const row = now(indexed.row);
      if (workflow !== undefined && row.workflow !== workflow) continue;
      if (status !== undefined && row.status !== status) continue;
      if (rows.length === limit) return { rows, next: String(rows.at(-1)?.number) };
      rows.push(hasEnded(row) ? this.#whole(indexed) : row);
    }
    return { rows, next: null };
  }

  /** Writes the rows that could not be written before. Throws what the system says. */
  flush(): void {
    for (const { row, place } of this.#rows.values()) if (place === null) this.put(row);
  }

  close(): void {
    closeSync(this.#handle);
  }

  #take(text: string, place: Place): void {
    this.#lines += 1;
    const line = parseLine(text);
    if (line === null) return;
    if ('run' in line) this.#keep(line.run, place);
    else this.#roots.set(line.below, line.root);
  }

  #keep(row: RunRow, place: Place | null): void {
    // What has ended is many, and its results may be large.
    const kept =
      place !== null && hasEnded(row) ? { ...row, ...NO_FIGURES, output: null, error: null, waits: [] } : row;
    this.#rows.set(row.id, { row: kept, place });
    this.#last = Math.max(this.#last, row.number);
  }

  #whole({ row, place }: Indexed): RunRow {
    if (place === null || !hasEnded(row)) return row;
    const line = parseLine(this.#read(place));
    return line !== null && 'run' in line ? line.run : row;
  }

  #read({ offset, length }: Place): string {
    const bytes = Buffer.alloc(length);
    return bytes.toString('utf8', 0, readSync(this.#handle, bytes, 0, length, offset)).trimEnd();
  }

  #append(value: object): Place {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    if (this.#isTorn) ftruncateSync(this.#handle, this.#size);
    this.#isTorn = true;
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#handle, bytes, written);
    this.#isTorn = false;
    this.#lines += 1;
    const place = { offset: this.#size, length: bytes.length };
    this.#size += bytes.length;
    return place;
  }

  /** The file is as good as it was where it cannot be written anew. */
  #compactWhereRoom(): void {
    try {
      this.#compact();
    } catch {
      rmSync(`${this.#file}.new`, { force: true });
    }
  }

  /** Writes the file anew with the lines that count. */
  #compact(): void {
    const next = `${this.#file}.new`;
    rmSync(next, { force: true });
    const texts = [...this.#rows.values()].map(({ place }) => (place === null ? '' : this.#read(place)));
    const below = [...this.#roots].map(([id, root]) => JSON.stringify({ below: id, root }));
    const handle = openSync(next, 'a+', 0o600);
    let [size, lines] = [0, 0];
    const places: Place[] = [];
    try {
      for (const text of [...texts, ...below]) {
        const bytes = Buffer.from(`${text}\n`);
        for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
        places.push({ offset: size, length: bytes.length });
        size += bytes.length;
        lines += 1;
      }
      renameSync(next, this.#file);
    } catch (error) {
      closeSync(handle);
      throw error;
    }
    closeSync(this.#handle);
    [this.#handle, this.#size, this.#lines, this.#isTorn] = [handle, size, lines, false];
    [...this.#rows].forEach(([id, { row }], index) => this.#rows.set(id, { row, place: places[index] ?? null }));
  }
}

type Line = { readonly run: RunRow } | { readonly below: string; readonly root: string };

function parseLine(text: string): Line | null {
  try {
    const value: Json = JSON.parse(text);
    if (!isJsonObject(value)) return null;
    const { run, below, root } = value;
    // Of this shape, as this class wrote it; earlier versions wrote no figures.
    if (isJsonObject(run) && typeof run['id'] === 'string')
      return { run: { ...NO_FIGURES, ...(run as unknown as RunRow) } };
    return typeof below === 'string' && typeof root === 'string' ? { below, root } : null;
  } catch {
    return null;
  }
}
