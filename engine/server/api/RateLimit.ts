import { RecentMap } from '../../base/index.ts';
import type { BodyBounds } from './body/BodyBounds.ts';

/** What one caller may take of the server. */
export interface ApiLimits {
  /** Most bytes of a body. */
  readonly bodyBytes: number;
  /** Most of what is in a body. */
  readonly body: BodyBounds;
  /** How long a body may take to arrive, in ms. */
  readonly bodyTime: number;
  /** Requests of one token, or of one address without tokens, in a second, over time. */
  readonly requestsPerSecond: number;
  /** How many of these may come at once. */
  readonly burst: number;
  /** Failed tokens of one address in a second, over time; ten times as many may come at once. */
  readonly failuresPerSecond: number;
  /** Open streams of events in all, and of one token or address. */
  readonly streams: number;
  readonly streamsEach: number;
  /** Between two signs of life on a stream, in ms. */
  readonly heartbeat: number;
  /** Longest `wait` of a start, in ms. */
  readonly longestWait: number;
}

/** What holds where nothing else is said. */
export const USUAL_LIMITS: ApiLimits = {
  bodyBytes: 10 * 1024 * 1024,
  // An input may nest 256 levels deep, and is in a map.
  body: { depth: 257, values: 100_000, keys: 10_000, fields: 10_000, digits: 1000 },
  bodyTime: 30_000,
  requestsPerSecond: 500,
  burst: 2000,
  failuresPerSecond: 2,
  streams: 2000,
  streamsEach: 500,
  heartbeat: 15_000,
  longestWait: 300_000,
};

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
