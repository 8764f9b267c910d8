import type { RefusalRule, RefusedBy } from '../../../service/index.ts';
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
