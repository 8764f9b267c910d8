import type { RefusedBy } from '../../../service/index.ts';

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
