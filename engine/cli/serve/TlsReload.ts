import { unwatchFile, watchFile } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Result } from '../../base/index.ts';
import type { TlsFiles, TlsPair } from '../../server/index.ts';
import type { Log } from '../../service/index.ts';
import type { CommandIo } from '../CommandIo.ts';

/** How often it is looked whether a file was changed, and how long both rest then before they are read, in ms. */
const EVERY = 1_000;
const REST = 100;

type Cause = 'SIGHUP' | 'file';

/** What a server reads its certificate again with. */
export interface TlsReloadParts {
  readonly files: TlsFiles;
  /** What is in force. */
  readonly pair: TlsPair;
  readonly read: () => Promise<Result<TlsPair, string>>;
  /** Puts another pair in force. */
  readonly change: (pair: TlsPair) => void;
  readonly log: Log;
  /** Told of each pair that is in force. */
  readonly onChange: (cause: Cause) => void;
}

/**
 * Reads a certificate and its key again at SIGHUP, and where one of the files was changed. A pair that cannot be served is refused with the
 * reason in the log, and the one before stays in force.
 */
export class TlsReload {
  readonly #parts: TlsReloadParts;
  readonly #stopHearing: () => void;
  #pair: TlsPair;
  /** The reload under way, and the ones that were asked for behind it. */
  #last: Promise<void> = Promise.resolve();
  #hasEnded = false;

  constructor({ onHangup }: Pick<CommandIo, 'onHangup'>, parts: TlsReloadParts) {
    this.#parts = parts;
    this.#pair = parts.pair;
    this.#stopHearing = onHangup?.(() => this.#ask('SIGHUP')) ?? (() => undefined);
    for (const file of [parts.files.cert, parts.files.key])
      watchFile(file, { interval: EVERY, persistent: false }, this.#look);
  }

  /** Reads nothing more; what is being read is taken first. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#stopHearing();
    for (const file of [this.#parts.files.cert, this.#parts.files.key]) unwatchFile(file, this.#look);
    await this.#last;
  }

  /** A file that was removed is told of once it is read at SIGHUP, or there again: who renews may remove it first. */
  readonly #look = (now: { readonly mtimeMs: number }): void => {
    if (now.mtimeMs > 0) this.#ask('file');
  };

  #ask(cause: Cause): void {
    this.#last = this.#last.then(() => this.#reload(cause));
  }

  async #reload(cause: Cause): Promise<void> {
    // Who saves two files saves one after the other.
    if (cause === 'file') await delay(REST);
    if (this.#hasEnded) return;
    const read = await this.#parts.read();
    if (!read.ok) return this.#refuse(read.error);
    const { cert, key, warning } = read.value;
    if (cert.equals(this.#pair.cert) && key.equals(this.#pair.key)) return;
    try {
      this.#parts.change(read.value);
    } catch (error) {
      return this.#refuse(error instanceof Error ? error.message : String(error));
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
