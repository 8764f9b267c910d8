import { type StatsListener, statSync, unwatchFile, watchFile } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../base/index.ts';
import { SERVE_CONFIG } from '../../model/index.ts';
import { readTls, type TlsFiles, type TlsPair } from '../../server/index.ts';
import type { Log } from '../../service/index.ts';
import { needed } from '../arguments/CommandError.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { ServeGiven } from './readServeGiven.ts';
import type { ServeCommand } from './SERVE.ts';

/** How often it is looked whether a file was changed, and how long it rests then before it is read, in ms: who saves may write in parts. */
const EVERY = 1_000;
const REST = 100;

/** Why something is read again. */
export type ReloadCause = 'SIGHUP' | 'file';

/** What was read again and is in force: what is said of it, and of what is odd in it. */
interface Reloaded {
  readonly message: string;
  readonly warnings: readonly string[];
}

interface ReloadsParts {
  /** Reads again, and puts what it reads in force as a whole; null: nothing has changed. Rejects with an `Error` for the user, before anything has changed. */
  readonly reload: () => Promise<Reloaded | null>;
  /** What is said where that is refused, before the reason. */
  readonly refused: string;
  readonly log: Log;
  /** Told of each change that is in force. */
  readonly onChange: (cause: ReloadCause) => void;
  /** Told of a file that was there and was removed. */
  readonly onRemoved?: (file: string) => void;
}

/** Reloads at SIGHUP, and where one of some files was changed: one after the other. What is refused is in the log; then what was read before stays in force. */
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
      await this.#reload(cause);
    });
  }

  async #reload(cause: ReloadCause): Promise<void> {
    const { reload, refused, log, onChange } = this.#parts;
    try {
      const reloaded = await reload();
      if (reloaded === null) return;
      log({ level: 'info', event: 'config.changed', message: reloaded.message });
      for (const message of reloaded.warnings) log({ level: 'warn', event: 'trouble', message });
      onChange(cause);
    } catch (error) {
      log({ level: 'error', event: 'config.refused', message: `${refused} ${messageOf(error)}` });
    }
  }
}

/** What a server reads its configuration again with. */
interface ConfigParts extends Pick<ReloadsParts, 'log' | 'onChange'> {
  /** The folder that is served. Absolute. */
  readonly folder: string;
  /** What is in force. */
  readonly given: Pick<ServeGiven, 'secretFiles'>;
  /** Throws an `Error` for the user. */
  readonly read: () => Promise<ServeGiven>;
  /** Puts what was read in force; throws an `Error` for the user, before anything has changed, where that cannot be. Answers with what takes a restart; null: nothing does. */
  readonly change: (given: ServeGiven) => Promise<string | null>;
}

/** Reads `signalbox.serve.yaml` again at SIGHUP, and where it or a file with a secret was changed. */
export function reloadConfig(io: Pick<CommandIo, 'onHangup'>, parts: ConfigParts): Reloads {
  const { folder, given, read, change, log, onChange } = parts;
  const file = path.join(folder, SERVE_CONFIG);
  const reloads = new Reloads(io, {
    log,
    onChange,
    reload: async () => {
      const next = await read();
      const restart = await change(next);
      reloads.watch([file, ...next.secretFiles]);
      const message = `${SERVE_CONFIG} was reloaded and is in force.${restart === null ? '' : ` ${restart}`}`;
      return { message, warnings: next.warnings };
    },
    refused: `${SERVE_CONFIG} was reloaded and refused; the previous settings stay in force.`,
    onRemoved: (removed) => {
      const message = `${SERVE_CONFIG} was removed. Its settings stay in force; send SIGHUP to continue without it.`;
      if (removed === file) log({ level: 'warn', event: 'config.gone', message });
    },
  });
  reloads.watch([file, ...given.secretFiles]);
  return reloads;
}

/** What a server reads its certificate again with. */
interface TlsParts extends OpenTls, Pick<ReloadsParts, 'log' | 'onChange'> {
  /** Puts another pair in force. */
  readonly change: (pair: TlsPair) => void;
}

/** Reads a certificate and its key again at SIGHUP, and where one of the files was changed. */
export function reloadTls(io: Pick<CommandIo, 'onHangup'>, parts: TlsParts): Reloads {
  const { files, read, change, log, onChange } = parts;
  let known = parts.pair;
  // A file that was removed is told of once it is read at SIGHUP, or there again: who renews may remove it first.
  const reloads = new Reloads(io, {
    log,
    onChange,
    reload: async () => {
      const pair = await read();
      if (pair.cert.equals(known.cert) && pair.key.equals(known.key)) return null;
      change(pair);
      known = pair;
      const message = 'The certificate was reloaded; new connections use it.';
      return { message, warnings: pair.warning === null ? [] : [pair.warning] };
    },
    refused: 'The certificate was reloaded and refused; the previous one stays in force.',
  });
  reloads.watch([files.cert, files.key]);
  return reloads;
}

/** The certificate that a server begins with, and what reads it again. */
export interface OpenTls {
  readonly files: TlsFiles;
  readonly pair: TlsPair;
  /** Throws a `CommandError`. */
  readonly read: () => Promise<TlsPair>;
}

/** Reads the certificate of a server; null where it answers http. Throws a `CommandError`. */
export async function openTls(io: Pick<CommandIo, 'folder'>, { tls }: ServeCommand, log: Log): Promise<OpenTls | null> {
  if (tls === null) return null;
  const files = { cert: path.resolve(io.folder, tls.cert), key: path.resolve(io.folder, tls.key) };
  const read = async (): Promise<TlsPair> => needed(await readTls(files, new Date()), 'UNREADABLE_FILE');
  const pair = await read();
  if (pair.warning !== null) log({ level: 'warn', event: 'trouble', message: pair.warning });
  return { files, pair, read };
}
