import { type StatsListener, statSync, unwatchFile, watchFile } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandIo } from '../CommandIo.ts';

/** How often it is looked whether a file was changed, and how long it rests then before it is read, in ms: who saves may write in parts. */
const EVERY = 1_000;
const REST = 100;

/** Why something is read again. */
export type ReloadCause = 'SIGHUP' | 'file';

interface ReloadsParts {
  /** Never rejects. */
  readonly reload: (cause: ReloadCause) => Promise<void>;
  /** Told of a file that was there and was removed. */
  readonly onRemoved?: (file: string) => void;
}

/** Asks for a reload at SIGHUP, and where one of some files was changed: for one after the other. */
export class Reloads {
  readonly #parts: ReloadsParts;
  readonly #stopHearing: () => void;
  readonly #listeners = new Map<string, StatsListener>();
  /** When each file was written that a reload has read, in ms: a change that SIGHUP was the first to tell of is read once. */
  readonly #read = new Map<string, number>();
  /** The reload under way, and the ones that were asked for behind it. */
  #last: Promise<void> = Promise.resolve();
  #hasEnded = false;

  constructor({ onHangup }: Pick<CommandIo, 'onHangup'>, parts: ReloadsParts) {
    this.#parts = parts;
    this.#stopHearing = onHangup?.(() => this.#ask('SIGHUP')) ?? (() => undefined);
  }

  /** Watches these files, and no others. Absolute; a link is watched where it leads. */
  watch(files: readonly string[]): void {
    if (this.#hasEnded) return;
    for (const file of this.#listeners.keys()) if (!files.includes(file)) this.#unwatch(file);
    for (const file of files) if (!this.#listeners.has(file)) this.#watch(file);
  }

  /** Asks for nothing more; what is being read is taken first. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#stopHearing();
    for (const file of this.#listeners.keys()) this.#unwatch(file);
    await this.#last;
  }

  #watch(file: string): void {
    const listener: StatsListener = (now, before) => {
      if (now.mtimeMs > 0) this.#ask('file', file, now.mtimeMs);
      // A file that was never there is told of, too.
      else if (before.mtimeMs > 0) this.#parts.onRemoved?.(file);
    };
    this.#listeners.set(file, listener);
    watchFile(file, { interval: EVERY, persistent: false }, listener);
  }

  #unwatch(file: string): void {
    const listener = this.#listeners.get(file);
    if (listener !== undefined) unwatchFile(file, listener);
    this.#listeners.delete(file);
  }

  /** Reads again, at SIGHUP or because a file was written at a time, unless it has been read since. */
  #ask(...[cause, file, at]: ['SIGHUP'] | ['file', file: string, at: number]): void {
    this.#last = this.#last.then(async () => {
      if (cause === 'file') await delay(REST);
      if (this.#hasEnded || (cause === 'file' && this.#read.get(file) === at)) return;
      for (const watched of this.#listeners.keys())
        this.#read.set(watched, statSync(watched, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      await this.#parts.reload(cause);
    });
  }
}
