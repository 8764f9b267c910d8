import { isJsonObject, type Json } from '../../../base/index.ts';
import type { Turns } from '../../../hosts/node/index.ts';
import { NO_FIGURES } from '../../heads.ts';
import type { ServedRunQuery } from '../../RunService.ts';
import { fits } from '../../workflowTest.ts';
import type { EndFiles } from './EndFiles.ts';
import { IndexFile, type LinePlace, type Rewrite } from './IndexFile.ts';
import { hasEnded, type RunRow } from './RunRow.ts';

/** Lines that may be out of date beyond as many as there are runs, before the file is rewritten. */
const SPARE = 1_000;

/** Longest line that is left as it is, in bytes: earlier versions wrote whole outputs. */
const LONGEST = 64 * 1024;

/** How many inputs a page of a search looks through. */
const MOST_LOOKED = 5_000;

/** How many lines are read, or rows in memory passed, before others have their turn. */
const LINES_EACH = 500;
const ROWS_EACH = 25_000;

/** A row in memory; of a run that has ended, its results and figures are in the file alone. */
interface Indexed {
  readonly row: RunRow;
  /** Null: it could not be written. */
  readonly place: LinePlace | null;
}

/**
 * The runs of a state folder by id, in the order they were started: a file of lines, of which the last one of a run counts.
 * What a line has is bounded; large outputs are in files of their own. All of it can be lost: the journals have everything.
 */
export class RunIndex {
  readonly #file: IndexFile;
  readonly #ends: EndFiles;
  readonly #turns: Pick<Turns, 'next'>;
  readonly #rows = new Map<string, Indexed>();
  /** By the id of a run that another one has started: the outermost one. */
  readonly #roots = new Map<string, string>();
  /** The highest number. */
  #last = 0;
  /** How many lines the file had when it could not be rewritten; 0: that has not happened. */
  #failedAt = 0;
  #isCompacting = false;
  #isClosed = false;

  /** Opens the index, or begins one. Throws what the system says. @param turns in which it does what takes long */
  constructor(file: string, ends: EndFiles, turns: Pick<Turns, 'next'>) {
    this.#ends = ends;
    this.#turns = turns;
    this.#file = new IndexFile(file);
    let hasLong = false;
    this.#file.readAll((text, place) => {
      this.#take(text, place);
      hasLong ||= place.length > LONGEST;
    });
    if (hasLong) void this.#tryCompact();
    else this.#trim();
  }

  /** The number that the next run gets. */
  get next(): number {
    return this.#last + 1;
  }

  /** Adds or replaces a row. It holds in memory also where this throws what the system says. */
  put(row: RunRow): void {
    this.#keep(row, null);
    const short = this.#ends.shorten(row);
    this.#keep(short, this.#file.append(JSON.stringify({ run: short })));
    this.#trim();
  }

  /** Notes which outermost run a run is below. Throws what the system says. */
  putBelow(id: string, root: string): void {
    if (this.#roots.get(id) === root) return;
    this.#roots.set(id, root);
    this.#file.append(JSON.stringify({ below: id, root }));
  }

  rootOf(id: string): string | null {
    return this.#roots.get(id) ?? null;
  }

  /** The workflow of the outermost run around a run; null where there is no such run. */
  rootWorkflow(id: string): string | null {
    return this.#rows.get(this.#roots.get(id) ?? id)?.row.workflow ?? null;
  }

  /** Forgets runs, and those below them. Their lines stay in the file until it is rewritten; without their journals they count for nothing. */
  remove(ids: ReadonlySet<string>): void {
    if (ids.size === 0) return;
    for (const id of ids) this.#rows.delete(id);
    for (const [below, root] of this.#roots) if (ids.has(root)) this.#roots.delete(below);
    this.#trim();
  }

  /** A row as it was put, but for an end that is large; null: there is none. */
  get(id: string): RunRow | null {
    const indexed = this.#rows.get(id);
    return indexed === undefined ? null : this.#whole(indexed);
  }

  /** Whether there is such a run, and it has ended. */
  hasEnded(id: string): boolean {
    const indexed = this.#rows.get(id);
    return indexed !== undefined && hasEnded(indexed.row);
  }

  /** The rows of runs that have not ended, in the order they were started. */
  unfinished(): readonly RunRow[] {
    return [...this.#rows.values()].flatMap(({ row }) => (hasEnded(row) ? [] : [row]));
  }

  /** The rows of runs that have ended, without what they ended with. */
  ended(): readonly RunRow[] {
    return [...this.#rows.values()].flatMap(({ row }) => (hasEnded(row) ? [row] : []));
  }

  ids(): Iterable<string> {
    return this.#rows.keys();
  }

  /**
   * The newest first, as `now` has them; those before the cursor, which is the number of a row, or within some workflows its time and id, since
   * numbers count other runs: null where it is none. With a text, a page
   * ends after so many rows were looked through.
   */
  async list(
    { cursor, limit, text, ...filter }: ServedRunQuery,
    now: (row: RunRow) => RunRow,
  ): Promise<{ readonly rows: readonly RunRow[]; readonly next: string | null } | null> {
    const before = cursor === undefined ? Infinity : this.#readCursor(cursor, filter);
    if (before === null) return null;
    const wanted = text?.toLowerCase();
    const rows: RunRow[] = [];
    let [looked, last, work] = [0, '', 0];
    for (const { row: known } of [...this.#rows.values()].reverse()) {
      if (!(known.number < before)) continue;
      if (work >= 1) {
        await this.#turns.next();
        work = 0;
      }
      work += 1 / ROWS_EACH;
      const indexed = this.#rows.get(known.id);
      // It was removed while others had their turn, and may have been started again.
      if (indexed?.row.number !== known.number) continue;
      const row = now(indexed.row);
      if (!fits(row, filter)) continue;
      if (rows.length === limit || looked === MOST_LOOKED) return { rows, next: last };
      last = filter.within === undefined ? String(row.number) : `${row.queuedAt}~${row.id}`;
      const whole = hasEnded(row) ? this.#whole(indexed) : row;
      work += 1 / LINES_EACH;
      if (wanted !== undefined) looked += 1;
      if (wanted === undefined || whole.input?.toLowerCase().includes(wanted) === true) rows.push(whole);
    }
    return { rows, next: null };
  }

  /** The number of the row before which a page begins; null where the cursor is none. */
  #readCursor(cursor: string, { within }: Pick<ServedRunQuery, 'within'>): number | null {
    if (within === undefined) return /^\d{1,15}$/.test(cursor) ? Number(cursor) : null;
    const [, time = '', id = ''] = /^(\d{1,15})~(.+)$/.exec(cursor) ?? [];
    if (id === '') return null;
    const row = this.#rows.get(id)?.row;
    if (row !== undefined && within(row.workflow)) return row.number;
    // It was removed meanwhile: those of its time may come again.
    const earlier = [...this.#rows.values()].findLast((one) => one.row.queuedAt <= Number(time));
    return earlier === undefined ? 0 : earlier.row.number + 1;
  }

  /** Writes the rows that could not be written before. Throws what the system says. */
  flush(): void {
    for (const { row, place } of this.#rows.values()) if (place === null) this.put(row);
  }

  close(): void {
    this.#isClosed = true;
    this.#file.close();
  }

  #take(text: string, place: LinePlace): void {
    const line = parseLine(text);
    if (line === null) return;
    if ('run' in line) this.#keep(line.run, place);
    else this.#roots.set(line.below, line.root);
  }

  #keep(row: RunRow, place: LinePlace | null): void {
    // What has ended is many.
    const kept = place !== null && hasEnded(row) ? withoutEnd(row) : row;
    this.#rows.set(row.id, { row: kept, place });
    this.#last = Math.max(this.#last, row.number);
  }

  /** A row whose line cannot be read is as far as it is in memory: others are not lost with it. */
  #whole({ row, place }: Indexed): RunRow {
    if (place === null || !hasEnded(row)) return row;
    const line = parseLine(this.#tryRead(place));
    return line !== null && 'run' in line && line.run.id === row.id
      ? line.run
      : { ...row, large: { output: null }, isUnread: true };
  }

  #tryRead(place: LinePlace): string {
    try {
      return this.#file.read(place);
    } catch {
      return '';
    }
  }

  /** Rewrites the file where most of it is out of date. */
  #trim(): void {
    const most = Math.max(2 * (this.#rows.size + this.#roots.size), this.#failedAt) + SPARE;
    if (this.#file.lines > most) void this.#tryCompact();
  }

  async #tryCompact(): Promise<void> {
    if (this.#isCompacting) return;
    this.#isCompacting = true;
    try {
      const rewrite = this.#file.rewrite();
      const isDone = await this.#compact(rewrite).catch((error: unknown) => {
        rewrite.drop();
        throw error;
      });
      if (!isDone) rewrite.drop();
    } catch {
      // It stays as it is: there may be no room for a second one. It is tried again once it is that much longer.
      this.#failedAt = this.#file.lines;
    } finally {
      this.#isCompacting = false;
    }
  }

  /** Copies the rows while others have their turns; what changed meanwhile is added in the last one. False: it was closed. */
  async #compact(rewrite: Rewrite): Promise<boolean> {
    const copies = new Map<string, { readonly of: Indexed; readonly place: LinePlace }>();
    const roots = new Set<string>();
    const copy = (id: string): void => {
      const of = this.#rows.get(id);
      if (of !== undefined && copies.get(id)?.of !== of) copies.set(id, { of, place: rewrite.add(this.#lineOf(of)) });
    };
    const copyRoot = (id: string): void => {
      const root = this.#roots.get(id);
      if (root === undefined || roots.has(id) || !this.#rows.has(root)) return;
      roots.add(id);
      rewrite.add(JSON.stringify({ below: id, root }));
    };
    for (const [work, ids] of [
      [copy, [...this.#rows.keys()]],
      [copyRoot, [...this.#roots.keys()]],
    ] as const)
      for (const [index, id] of ids.entries()) {
        if (index % LINES_EACH === LINES_EACH - 1) await this.#turns.next();
        if (this.#isClosed) return false;
        work(id);
      }
    for (const id of this.#rows.keys()) copy(id);
    for (const id of this.#roots.keys()) copyRoot(id);
    this.#file.replace(rewrite);
    for (const [id, { row }] of this.#rows) this.#keep(row, copies.get(id)?.place ?? null);
    return true;
  }

  /** A row as the file has it, or is to have it: earlier versions wrote whole outputs. */
  #lineOf({ row, place }: Indexed): string {
    const text = place === null ? null : this.#file.read(place);
    if (text !== null && text.length <= LONGEST) return text;
    const line = text === null ? null : parseLine(text);
    return JSON.stringify({ run: this.#ends.shorten(line !== null && 'run' in line ? line.run : row) });
  }
}

/** A row as memory has it once its run has ended. */
function withoutEnd(row: RunRow): RunRow {
  const { large: _, input: __, ...short } = row;
  return { ...short, ...NO_FIGURES, output: null, error: null, waits: [] };
}

type IndexLine = { readonly run: RunRow } | { readonly below: string; readonly root: string };

function parseLine(text: string): IndexLine | null {
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
