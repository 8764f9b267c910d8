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
