import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { DatasetSubject, Grid, TestSubject, Verdict } from '../../proof/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { findSources } from '../readFiles.ts';

/** How often files are looked at, in ms. */
const EVERY = 300;

/** A dataset, with what it is answered with. */
export interface WatchedDataset {
  readonly subject: DatasetSubject;
  /** The file of answers next to its test file; empty where there is none. */
  readonly answers: string;
}

/** The results of tests and datasets when they were played last, by all that they depend on; and the files that this is in. */
export class TestMemory {
  #verdicts = new Map<string, Verdict>();
  #now = new Map<string, Verdict>();
  #grids = new Map<string, Grid>();
  #gridsNow = new Map<string, Grid>();
  readonly #files = new Set<string>();

  /** The result of a test on exactly these texts; undefined: it was not played on them. */
  recall(file: string, subject: TestSubject): Verdict | undefined {
    const key = keyOf(file, subject);
    const known = this.#verdicts.get(key);
    if (known !== undefined) this.#now.set(key, known);
    return known;
  }

  keep(file: string, subject: TestSubject, verdict: Verdict): void {
    this.#now.set(keyOf(file, subject), verdict);
  }

  /** The result of a dataset on exactly these texts, rows and answers; undefined: it was not played on them. */
  recallGrid(file: string, dataset: WatchedDataset): Grid | undefined {
    const key = keyOfDataset(file, dataset);
    const known = this.#grids.get(key);
    if (known !== undefined) this.#gridsNow.set(key, known);
    return known;
  }

  keepGrid(file: string, dataset: WatchedDataset, grid: Grid): void {
    this.#gridsNow.set(keyOfDataset(file, dataset), grid);
  }

  /** Begins another round: what was not asked for in the last one is forgotten. */
  next(): void {
    this.#verdicts = this.#now;
    this.#now = new Map();
    this.#grids = this.#gridsNow;
    this.#gridsNow = new Map();
  }

  /** Files that tests depend on, besides those that the command names. */
  watch(files: Iterable<string>): void {
    for (const file of files) this.#files.add(file);
  }

  /** Files of the command and those that tests depend on, each with what tells that it was changed. */
  async look(io: CommandIo, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { files } = await findSources(io, names);
    const paths = new Set([...files.map(({ path: name }) => name), ...this.#files]);
    const found = [...paths].map(async (name) => {
      const file = await stat(path.resolve(io.folder, name)).catch(() => null);
      return [name, `${file?.mtimeMs ?? ''} ${file?.size ?? ''}`] as const;
    });
    return new Map(await Promise.all(found));
  }

  /** Resolves once a file is another one than it was, or another one is there; and where the command is stopped. */
  async change(io: CommandIo, names: readonly string[], before: ReadonlyMap<string, string>): Promise<void> {
    // What tests turned out to depend on was not looked at before.
    const known = new Map([...(await this.look(io, names)), ...before]);
    while (!io.signal.aborted) {
      const now = await this.look(io, names);
      if ([...now].some(([name, state]) => known.get(name) !== state)) return;
      await rest(io.signal);
    }
  }
}

/** Waits until it is time to look again, or the command is stopped. */
function rest(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, EVERY);
    signal.addEventListener('abort', end);
  });
}

/** All that a test depends on, in short. Where it is in its file does not matter. */
function keyOf(file: string, { analysis, test, cassette }: TestSubject): string {
  const texts = [analysis.syntax.text, ...(analysis.imports?.texts ?? [])];
  return hashOf([file, test, texts, cassette?.cassette ?? null]);
}

/** As {@link keyOf}, with its rows, the texts of its variants and its answers. */
function keyOfDataset(file: string, { subject, answers }: WatchedDataset): string {
  const { analysis, dataset, cases, variants } = subject;
  const texts = [...variants.map((variant) => variant.analysis.syntax.text), ...(analysis.imports?.texts ?? [])];
  return hashOf([file, dataset, cases, texts, answers]);
}

function hashOf(parts: readonly unknown[]): string {
  const own = JSON.stringify(parts, (key, value: unknown) => (key === 'path' && isPlace(value) ? undefined : value));
  return createHash('sha256').update(own).digest('base64');
}

/** Whether a list is a place in a test file, and not tasks in their order. */
function isPlace(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [root, second]: readonly unknown[] = value;
  return (root === 'tests' && typeof second === 'number') || (root === 'defaults' && second === 'answers');
}
