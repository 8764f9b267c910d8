import { RecentMap } from '../../base/index.ts';

/** How much one may take over time, and at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** How many takers are remembered: the one that came the longest ago is forgotten first. */
const MOST_TAKERS = 10_000;

/** A bucket of permits for each taker, which fills up over time. */
export class RateLimit {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets = new RecentMap<string, { readonly left: number; readonly at: number }>(MOST_TAKERS);

  /** @param now a clock that never goes back, in ms */
  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Takes a permit. Answers 0, or where there is none, how many seconds later there will be one. @param rate that of this taker alone */
  take(taker: string, rate = this.#rate): number {
    const left = this.#leftOf(taker, rate);
    if (left < 1) return Math.max(1, Math.ceil((1 - left) / rate.perSecond));
    this.#buckets.set(taker, { left: left - 1, at: this.#now() });
    return 0;
  }

  /** Whether there is a permit, in seconds as {@link take} has it; takes none. */
  look(taker: string): number {
    const left = this.#leftOf(taker, this.#rate);
    return left < 1 ? Math.max(1, Math.ceil((1 - left) / this.#rate.perSecond)) : 0;
  }

  #leftOf(taker: string, { perSecond, burst }: Rate): number {
    const bucket = this.#buckets.get(taker);
    if (bucket === undefined) return burst;
    return Math.min(burst, bucket.left + ((this.#now() - bucket.at) / 1000) * perSecond);
  }
}
