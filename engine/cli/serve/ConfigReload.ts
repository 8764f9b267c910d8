import path from 'node:path';
import type { Result } from '../../base/index.ts';
import { messageOf } from '../../base/index.ts';
import { SERVE_CONFIG } from '../../model/index.ts';
import type { Log } from '../../service/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { type ReloadCause, Reloads } from './Reloads.ts';
import type { ServeGiven } from './readServeGiven.ts';

/** What a server reads its configuration again with. */
export interface ReloadParts {
  /** The folder that is served. Absolute. */
  readonly folder: string;
  /** What is in force. */
  readonly given: Pick<ServeGiven, 'secretFiles'>;
  readonly read: () => Promise<Result<ServeGiven, string>>;
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
      if (!given.ok) return this.#refuse(given.error);
      const restart = await change(given.value);
      this.#watch(given.value);
      const message = `${SERVE_CONFIG} was reloaded and is in force.${restart === null ? '' : ` ${restart}`}`;
      log({ level: 'info', event: 'config.changed', message });
      for (const warning of given.value.warnings) log({ level: 'warn', event: 'trouble', message: warning });
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
