import { readFile, rm } from 'node:fs/promises';
import { codeOf, type Json } from '../base/index.ts';
import { replaceFile } from '../hosts/node/index.ts';
import { describeMisfit, type MessageShape, readAs, writeAs } from '../wire/index.ts';
import { Lanes } from './Lanes.ts';

/** A file of JSON in the state folder. */
export interface StateFileKind<T> {
  readonly shape: MessageShape<T>;
  /** What to do where it cannot be read, in a sentence for the user. */
  readonly advice: string;
}

/** What a file has; null: it is not there. Rejects with an `Error` for the user that says where it is not as it should be, and what to do. */
export async function readStateFile<T>(place: string, { shape, advice }: StateFileKind<T>): Promise<T | null> {
  let text: string;
  try {
    text = await readFile(place, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  const value = parse(text);
  const read = value === undefined ? null : readAs(shape, value);
  if (read?.ok === true) return read.value;
  const problem = read === null ? 'it is not JSON' : describeMisfit(read.error, 'it');
  throw new Error(`${place} cannot be read. ${advice} What is wrong: ${problem}.`);
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes a file whole or not at all. Rejects with the error of the file system. */
export function writeStateFile<T>(place: string, { shape }: StateFileKind<T>, value: T): Promise<void> {
  return replaceFile(place, `${JSON.stringify(writeAs(shape, value), null, 2)}\n`);
}

/** What this process alone keeps in a file. */
export class StateFile<T> {
  readonly #place: string;
  readonly #kind: StateFileKind<T>;
  /** What is written follows what was written before: the last one holds. */
  readonly #writing = new Lanes();
  readonly #none: T;
  #known: T;

  private constructor(place: string, kind: StateFileKind<T>, { known, none }: { readonly known: T; readonly none: T }) {
    this.#place = place;
    this.#kind = kind;
    this.#none = none;
    this.#known = known;
  }

  /** Rejects as {@link readStateFile}. @param none what it has where it is not there */
  static async open<T>(place: string, kind: StateFileKind<T>, none: T): Promise<StateFile<T>> {
    return new StateFile(place, kind, { known: (await readStateFile(place, kind)) ?? none, none });
  }

  /** What was saved last, even if it could not be written. */
  get known(): T {
    return this.#known;
  }

  /** Resolves once it is on the disk; rejects with the error of the file system. */
  save(value: T): Promise<void> {
    this.#known = value;
    return this.#writing.take('', () => writeStateFile(this.#place, this.#kind, value));
  }

  /** Removes it. */
  remove(): Promise<void> {
    this.#known = this.#none;
    return this.#writing.take('', () => rm(this.#place, { force: true }));
  }
}
