import type { Result } from '../../base/index.ts';
import { messageOf } from '../../base/index.ts';
import type { TlsFiles, TlsPair } from '../../server/index.ts';
import type { Log } from '../../service/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { type ReloadCause, Reloads } from './Reloads.ts';

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
