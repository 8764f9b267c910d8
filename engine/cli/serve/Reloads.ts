import { type StatsListener, statSync, unwatchFile, watchFile } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf, ok, type Result } from '../../base/index.ts';
import { SERVE_CONFIG } from '../../model/index.ts';
import { readTls, type TlsFiles, type TlsPair } from '../../server/index.ts';
import type { Log } from '../../service/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { ServeGiven } from './readServeGiven.ts';
import type { ServeCommand } from './SERVE.ts';

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

/** What a server reads its configuration again with. */
interface ReloadParts {
  /** The folder that is served. Absolute. */
  readonly folder: string;
  /** What is in force. */
  readonly given: Pick<ServeGiven, 'secretFiles'>;
  /** Throws an `Error` for the user. */
  readonly read: () => Promise<ServeGiven>;
  /** Puts what was read in force; throws an `Error` for the user, before anything has changed, where that cannot be. Answers with what takes a restart; null: nothing does. */
  readonly change: (given: ServeGiven) => Promise<string | null>;
  readonly log: Log;
  /** Told of each change that is in force. */
  readonly onChange: (cause: ReloadCause) => void;
}

/**
 * Reads `signalbox.serve.yaml` again at SIGHUP, and where it or a file with a secret was changed. It is taken as a whole, or refused as a whole with the
 * reason in the log; then what was read before stays in force.
 */
export class ConfigReload {
  readonly #parts: ReloadParts;
  readonly #file: string;
  readonly #reloads: Reloads;

  constructor(io: Pick<CommandIo, 'onHangup'>, parts: ReloadParts) {
    this.#parts = parts;
    this.#file = path.join(parts.folder, SERVE_CONFIG);
    this.#reloads = new Reloads(io, {
      reload: (cause) => this.#reload(cause),
      onRemoved: (file) => {
        if (file === this.#file) this.#tellRemoved();
      },
    });
    this.#watch(parts.given);
  }

  /** Reads nothing more; what is being read is taken first. */
  end(): Promise<void> {
    return this.#reloads.end();
  }

  #watch({ secretFiles }: Pick<ServeGiven, 'secretFiles'>): void {
    this.#reloads.watch([this.#file, ...secretFiles]);
  }

  #tellRemoved(): void {
    const message = `${SERVE_CONFIG} was removed. Its settings stay in force; send SIGHUP to continue without it.`;
    this.#parts.log({ level: 'warn', event: 'config.gone', message });
  }

  async #reload(cause: ReloadCause): Promise<void> {
    const { read, change, log, onChange } = this.#parts;
    try {
      const given = await read();
      const restart = await change(given);
      this.#watch(given);
      const message = `${SERVE_CONFIG} was reloaded and is in force.${restart === null ? '' : ` ${restart}`}`;
      log({ level: 'info', event: 'config.changed', message });
      for (const warning of given.warnings) log({ level: 'warn', event: 'trouble', message: warning });
      onChange(cause);
    } catch (error) {
      this.#refuse(messageOf(error));
    }
  }

  #refuse(reason: string): void {
    const message = `${SERVE_CONFIG} was reloaded and refused; the previous settings stay in force. ${reason}`;
    this.#parts.log({ level: 'error', event: 'config.refused', message });
  }
}

/** What a server reads its certificate again with. */
interface TlsReloadParts {
  readonly files: TlsFiles;
  /** What is in force. */
  readonly pair: TlsPair;
  readonly read: () => Promise<Result<TlsPair, string>>;
  /** Puts another pair in force. */
  readonly change: (pair: TlsPair) => void;
  readonly log: Log;
  /** Told of each pair that is in force. */
  readonly onChange: (cause: ReloadCause) => void;
}

/**
 * Reads a certificate and its key again at SIGHUP, and where one of the files was changed. A pair that cannot be served is refused with the
 * reason in the log, and the one before stays in force.
 */
export class TlsReload {
  readonly #parts: TlsReloadParts;
  readonly #reloads: Reloads;
  #pair: TlsPair;

  constructor(io: Pick<CommandIo, 'onHangup'>, parts: TlsReloadParts) {
    this.#parts = parts;
    this.#pair = parts.pair;
    // A file that was removed is told of once it is read at SIGHUP, or there again: who renews may remove it first.
    this.#reloads = new Reloads(io, { reload: (cause) => this.#reload(cause) });
    this.#reloads.watch([parts.files.cert, parts.files.key]);
  }

  /** Reads nothing more; what is being read is taken first. */
  end(): Promise<void> {
    return this.#reloads.end();
  }

  async #reload(cause: ReloadCause): Promise<void> {
    const read = await this.#parts.read();
    if (!read.ok) return this.#refuse(read.error);
    const { cert, key, warning } = read.value;
    if (cert.equals(this.#pair.cert) && key.equals(this.#pair.key)) return;
    try {
      this.#parts.change(read.value);
    } catch (error) {
      return this.#refuse(messageOf(error));
    }
    this.#pair = read.value;
    const { log, onChange } = this.#parts;
    const message = 'The certificate was reloaded; new connections use it.';
    log({ level: 'info', event: 'config.changed', message });
    if (warning !== null) log({ level: 'warn', event: 'trouble', message: warning });
    onChange(cause);
  }

  #refuse(reason: string): void {
    const message = `The certificate was reloaded and refused; the previous one stays in force. ${reason}`;
    this.#parts.log({ level: 'error', event: 'config.refused', message });
  }
}

/** The certificate that a server begins with, and what reads it again. */
export interface OpenTls {
  readonly files: TlsFiles;
  readonly pair: TlsPair;
  readonly read: () => Promise<Result<TlsPair, string>>;
}

/** Reads the certificate of a server; null where it answers http. The error is for the user. */
export async function openTls(
  io: Pick<CommandIo, 'folder'>,
  { tls }: ServeCommand,
  log: Log,
): Promise<Result<OpenTls | null, string>> {
  if (tls === null) return ok(null);
  const files = { cert: path.resolve(io.folder, tls.cert), key: path.resolve(io.folder, tls.key) };
  const read = (): Promise<Result<TlsPair, string>> => readTls(files, new Date());
  const pair = await read();
  if (!pair.ok) return pair;
  if (pair.value.warning !== null) log({ level: 'warn', event: 'trouble', message: pair.value.warning });
  return ok({ files, pair: pair.value, read });
}
