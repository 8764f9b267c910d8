import { RecentMap } from '../../../base/index.ts';
import type { Log, LogEntry, RefusalRule, RefusedBy } from '../../../service/index.ts';
import type { ApiProblem, ProblemCode } from '../ApiProblem.ts';

/** How many different refusals are counted apart. Names come from the operator, but may change with each reload and each token. */
const MOST = 1_000;

/** How often each rule has refused something since the server began. */
export class RefusalCounts {
  readonly #most: number;
  readonly #counts = new Map<string, { readonly by: RefusedBy; count: number }>();

  /** @param most how many are counted apart; those of further names are counted as `other` */
  constructor(most = MOST) {
    this.#most = most;
  }

  readonly count = (by: RefusedBy): void => {
    const known = this.#find(by) ?? (this.#counts.size < this.#most ? null : this.#find(toOther(by)));
    if (known !== null) {
      known.count += 1;
      return;
    }
    const counted = this.#counts.size < this.#most ? by : toOther(by);
    this.#counts.set(keyOf(counted), { by: counted, count: 1 });
  };

  /** Each rule that has refused something, in the order of their first times. */
  list(): readonly (RefusedBy & { readonly count: number })[] {
    return [...this.#counts.values()].map(({ by, count }) => ({ ...by, count }));
  }

  #find(by: RefusedBy): { count: number } | null {
    return this.#counts.get(keyOf(by)) ?? null;
  }
}

/** Rules and codes are closed lists. */
function toOther({ name, ...by }: RefusedBy): RefusedBy {
  return name === undefined ? by : { ...by, name: 'other' };
}

function keyOf({ rule, name = '', code = '' }: RefusedBy): string {
  return JSON.stringify([rule, name, code]);
}

/** The rule behind each refusal that no other rule has claimed. What is missing was not refused by a rule, or is counted where it is refused. */
const RULES: Partial<Record<ProblemCode, RefusalRule>> = {
  TOKEN_NEEDED: 'token',
  TOKEN_REFUSED: 'token',
  SCOPE_NEEDED: 'scope',
  SITE_REFUSED: 'site',
  HOST_REFUSED: 'host',
  BODY_TIMEOUT: 'body',
  TOO_LARGE: 'body',
  HEADERS_TOO_LARGE: 'headers',
  TOO_MANY_REQUESTS: 'requests',
  TOO_MANY_STREAMS: 'streams',
};

/** The rule that refused a request; null where none did, or it is counted already. */
export function ruleOf({ code, refusedBy }: ApiProblem): RefusedBy | null {
  if (refusedBy !== undefined) return refusedBy;
  const rule = RULES[code];
  return rule === undefined ? null : { rule, code };
}

/** How often a refusal of one kind is told of one address, in ms, and of how many addresses it is known. */
const EACH = 60_000;
const MOST_ADDRESSES = 1_000;

interface Told {
  readonly at: number;
  /** How many were not told since. */
  readonly count: number;
}

/** Tells of requests that were refused, each kind of an address once in a minute: whoever guesses must not fill the log. */
export class RefusalLog {
  readonly #log: Log;
  readonly #now: () => number;
  readonly #told = new RecentMap<string, Told>(MOST_ADDRESSES);

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
