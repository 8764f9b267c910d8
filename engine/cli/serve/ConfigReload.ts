import { unwatchFile, watchFile } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Result } from '../../base/index.ts';
import { SERVE_CONFIG } from '../../model/index.ts';
import type { Log } from '../../service/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { ServeGiven } from './readServeGiven.ts';

/** How often it is looked whether the file was changed, and how long it rests then before it is read, in ms. */
const EVERY = 1_000;
const REST = 100;

/** Why the file is read. */
type Cause = 'SIGHUP' | 'file';

/** What a server reads its configuration again with. */
export interface ReloadParts {
  /** The folder that is served. Absolute. */
  readonly folder: string;
  readonly read: () => Promise<Result<ServeGiven, string>>;
  /** Puts what was read in force; throws an `Error` for the user, before anything has changed, where that cannot be. Answers with what takes a restart; null: nothing does. */
  readonly change: (given: ServeGiven) => Promise<string | null>;
  readonly log: Log;
  /** Told of each change that is in force. */
  readonly onChange: (cause: Cause) => void;
}

/**
 * Reads `signalbox.serve.yaml` again at SIGHUP, and where the file was changed. It is taken as a whole, or refused as a whole with the
 * reason in the log; then what was read before stays in force.
 */
export class ConfigReload {
  readonly #parts: ReloadParts;
  readonly #file: string;
  readonly #stopHearing: () => void;
  /** The reload under way, and the ones that were asked for behind it. */
  #last: Promise<void> = Promise.resolve();
  #hasEnded = false;

  constructor({ onHangup }: Pick<CommandIo, 'onHangup'>, parts: ReloadParts) {
    this.#parts = parts;
    this.#file = path.join(parts.folder, SERVE_CONFIG);
    this.#stopHearing = onHangup?.(() => this.#ask('SIGHUP')) ?? (() => undefined);
    watchFile(this.#file, { interval: EVERY, persistent: false }, this.#look);
  }

  /** Reads nothing more; what is being read is taken first. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#stopHearing();
    unwatchFile(this.#file, this.#look);
    await this.#last;
  }

  readonly #look = (now: { readonly mtimeMs: number }, before: { readonly mtimeMs: number }): void => {
    if (now.mtimeMs > 0) this.#ask('file');
    // One that was never there is told of, too.
    else if (before.mtimeMs > 0) {
      const message = `${SERVE_CONFIG} was removed. Its settings stay in force; send SIGHUP to continue without it.`;
      this.#parts.log({ level: 'warn', event: 'config.gone', message });
    }
  };

  #ask(cause: Cause): void {
    this.#last = this.#last.then(() => this.#reload(cause));
  }

  async #reload(cause: Cause): Promise<void> {
    const { read, change, log, onChange } = this.#parts;
    try {
      // Who saves a file may write it in parts.
      if (cause === 'file') await delay(REST);
      if (this.#hasEnded) return;
      const given = await read();
      if (!given.ok) return this.#refuse(given.error);
      const restart = await change(given.value);
      const message = `${SERVE_CONFIG} was reloaded and is in force.${restart === null ? '' : ` ${restart}`}`;
      log({ level: 'info', event: 'config.changed', message });
      for (const warning of given.value.warnings) log({ level: 'warn', event: 'trouble', message: warning });
      onChange(cause);
    } catch (error) {
      this.#refuse(error instanceof Error ? error.message : String(error));
    }
  }

  #refuse(reason: string): void {
    const message = `${SERVE_CONFIG} was reloaded and refused; the previous settings stay in force. ${reason}`;
    this.#parts.log({ level: 'error', event: 'config.refused', message });
  }
}
