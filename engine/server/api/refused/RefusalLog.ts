import { RecentMap } from '../../../base/index.ts';
import type { Log, LogEntry } from '../../../service/index.ts';

/** How often a refusal of one kind is told of one address, in ms, and of how many addresses it is known. */
const EACH = 60_000;
const MOST = 1_000;

interface Told {
  readonly at: number;
  /** How many were not told since. */
  readonly count: number;
}

/** Tells of requests that were refused, each kind of an address once in a minute: whoever guesses must not fill the log. */
export class RefusalLog {
  readonly #log: Log;
  readonly #now: () => number;
  readonly #told = new RecentMap<string, Told>(MOST);

  /** @param now a clock that never goes back, in ms */
  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** @param what of whom is refused, such as `A token`; a webhook by its name */
  note(
    event: string,
    { what, code, address }: { readonly what: string; readonly code: string; readonly address: string },
  ): void {
    const key = `${event} ${what} ${code} ${address}`;
    const told = this.#told.get(key);
    if (told !== undefined && this.#now() - told.at < EACH) {
      this.#told.set(key, { ...told, count: told.count + 1 });
      return;
    }
    this.#told.set(key, { at: this.#now(), count: 0 });
    const more = told === undefined || told.count === 0 ? '' : ` ${told.count} more were refused since the last entry.`;
    const entry: LogEntry = {
      level: 'warn',
      event,
      message: `${what} was refused: ${code}, from ${address}.${more}`,
      code,
      address,
    };
    this.#log(entry);
  }
}
