import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type Json, type JsonObject, messageOf } from '../../base/index.ts';

/** What is called in the state folder. */
const FILE = 'audit.jsonl';

/** Most lines that wait for the disk to take them; of more, the oldest are given up. */
const MOST_WAITING = 1000;

/** How much of the file is read at a time, from its end, in bytes. */
const WINDOW = 256 * 1024;

/** How much of the file is read for one page of a workflow, in bytes: a file without an entry of it may be of any length. */
const MOST_READ = 16 * WINDOW;

/** What was done, by whom. No value of an input, a payload or a secret is in it. */
export interface AuditEntry {
  readonly action: 'started' | 'signalled' | 'paused' | 'resumed' | 'skipped' | 'cancelled' | 'removed' | 'changed';
  /** Who: a token by its name, a webhook, a schedule, or an address of the network. */
  readonly by: string;
  /** The id of the token; null: none was sent. */
  readonly token: string | null;
  readonly run?: string;
  readonly workflow?: string;
  /** The name of a schedule. */
  readonly schedule?: string;
  /** The name of a signal. */
  readonly signal?: string;
  /** What was decided about calls that were cut off. */
  readonly repeat?: 'yes' | 'no';
  /** What was changed, in words. */
  readonly what?: string;
}

/** A page of entries, the newest first. */
export interface AuditPage {
  readonly entries: readonly JsonObject[];
  /** The cursor of the page after it; null: there is none. */
  readonly next: string | null;
}

/** Which entries are asked for. */
interface AskedEntries {
  readonly limit: number;
  /** Only those of runs of this workflow. */
  readonly workflow?: string | undefined;
}

/** Who did what, in a file of the state folder: one line each, which is there before the request is answered. */
export class AuditFile {
  readonly #file: string;
  readonly #onProblem: (problem: string) => void;
  readonly #now: () => number;
  #waiting: readonly string[] = [];
  /** There is, or may be, a part of a line at the end. */
  #isTorn: boolean;

  /** @param onProblem told once when lines cannot be written, which are tried again with the next ones */
  constructor(
    state: string,
    {
      onProblem = () => undefined,
      now = Date.now,
    }: { readonly onProblem?: (problem: string) => void; readonly now?: () => number } = {},
  ) {
    this.#file = path.join(state, FILE);
    this.#onProblem = onProblem;
    this.#now = now;
    // A process before may have ended in the middle of one.
    this.#isTorn = isTorn(this.#file);
  }

  /** Adds an entry. What was done is not undone where that cannot be written: it waits for the next one. */
  note(entry: AuditEntry): void {
    const line = JSON.stringify({ id: randomUUID(), at: new Date(this.#now()).toISOString(), ...entry });
    const isNew = this.#waiting.length === 0;
    this.#waiting = [...this.#waiting, line].slice(-MOST_WAITING);
    try {
      const text = `${this.#waiting.join('\n')}\n`;
      appendFileSync(this.#file, this.#isTorn ? `\n${text}` : text, { mode: 0o600 });
      this.#waiting = [];
      this.#isTorn = false;
    } catch (error) {
      this.#isTorn = true;
      if (isNew) this.#onProblem(messageOf(error));
    }
  }

  /** The entries before a place, which is the `next` of a page; null where it is none. A page of one workflow may have fewer than asked for, or none, and others after it. */
  read({ cursor, ...asked }: AskedEntries & { readonly cursor?: string | undefined }): AuditPage | null {
    if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) return null;
    let handle: number;
    try {
      handle = openSync(this.#file, 'r');
    } catch {
      return { entries: [], next: null };
    }
    try {
      const { size } = fstatSync(handle);
      return readBefore(handle, Math.min(size, Number(cursor ?? size)), asked);
    } finally {
      closeSync(handle);
    }
  }
}

function isTorn(file: string): boolean {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size === 0) return false;
  const handle = openSync(file, 'r');
  try {
    const last = Buffer.alloc(1);
    readSync(handle, last, 0, 1, size - 1);
    return last[0] !== 10;
  } finally {
    closeSync(handle);
  }
}

function readBefore(handle: number, end: number, { limit, workflow }: AskedEntries): AuditPage {
  const entries: JsonObject[] = [];
  let [before, place] = [Buffer.alloc(0), end];
  while (place > 0 && entries.length < limit) {
    const from = Math.max(0, place - WINDOW);
    const bytes = Buffer.alloc(place - from);
    const window = Buffer.concat([bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from)), before]);
    // What is before the first line end is the end of a line that begins further ahead.
    const first = from === 0 ? 0 : window.indexOf(10) + 1;
    let [stop, at] = [window.length, window.length];
    while (stop > first && entries.length < limit) {
      // A place before the first byte would count from the end.
      at = stop < 2 ? first : Math.max(first, window.lastIndexOf(10, stop - 2) + 1);
      const entry = parse(window.toString('utf8', at, stop));
      if (entry !== null && (workflow === undefined || entry['workflow'] === workflow)) entries.push(entry);
      stop = at;
    }
    if (entries.length === limit) return { entries, next: from + at > 0 ? String(from + at) : null };
    before = Buffer.from(window.subarray(0, first));
    place = from;
    if (end - place >= MOST_READ && place > 0) return { entries, next: String(place + before.length) };
  }
  return { entries, next: null };
}

function parse(line: string): JsonObject | null {
  try {
    const value: Json = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
