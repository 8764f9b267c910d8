import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, isJsonObject, type Json, jsonObject } from '../../base/index.ts';
import { replaceFile } from '../../hosts/node/index.ts';

/** What the file is called in the state folder. */
const FILE = 'failures.json';

/** What is known of failures. Times are ms since the epoch. */
export interface FailureMarks {
  /** From when on failures count, by rule. */
  readonly since: ReadonlyMap<string, number>;
  /** When failures ended that were handled and still count, by the id of the run: what was started for them may be removed. */
  readonly handled: ReadonlyMap<string, number>;
}

const NONE: FailureMarks = { since: new Map(), handled: new Map() };

/** What is known of failures, in a file of the state folder that is written whole or not at all. */
export class FailureFile {
  readonly #place: string;
  #known: FailureMarks;
  #writing: Promise<void> = Promise.resolve();

  private constructor(place: string, known: FailureMarks) {
    this.#place = place;
    this.#known = known;
  }

  /** Rejects with an `Error` for the user where the file is there and cannot be read. */
  static async open(stateFolder: string): Promise<FailureFile> {
    const place = path.join(stateFolder, FILE);
    const text = await readFile(place, 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return '{"rules":{}}';
      throw error;
    });
    const known = readMarks(text);
    if (known !== null) return new FailureFile(place, known);
    throw new Error(
      `${place} cannot be read. Delete it; runs that failed while the server was down then start nothing.`,
    );
  }

  /** What was saved last, even if it could not be written. */
  get known(): FailureMarks {
    return this.#known;
  }

  /** Resolves once it is on the disk; rejects with the error of the file system. */
  save(marks: FailureMarks): Promise<void> {
    this.#known = marks;
    const [rules, handled] = [jsonObject([...marks.since]), jsonObject([...marks.handled])];
    const text = `${JSON.stringify({ version: 1, rules, handled }, null, 2)}\n`;
    return this.#next(() => replaceFile(this.#place, text));
  }

  /** What is rewritten counts from then on. */
  remove(): Promise<void> {
    this.#known = NONE;
    return this.#next(() => rm(this.#place, { force: true }));
  }

  /** One after the other: the last one holds. */
  #next(write: () => Promise<void>): Promise<void> {
    const written = this.#writing.then(write);
    this.#writing = written.catch(() => undefined);
    return written;
  }
}

function readMarks(text: string): FailureMarks | null {
  try {
    const data: Json = JSON.parse(text);
    if (!isJsonObject(data)) return null;
    const [since, handled] = [readTimes(data['rules']), readTimes(data['handled'] ?? {})];
    return since === null || handled === null ? null : { since, handled };
  } catch {
    return null;
  }
}

function readTimes(value: Json | undefined): ReadonlyMap<string, number> | null {
  if (value === undefined || !isJsonObject(value)) return null;
  const entries = Object.entries(value).flatMap(([name, at]) => (typeof at === 'number' ? [[name, at] as const] : []));
  return entries.length === Object.keys(value).length ? new Map(entries) : null;
}
