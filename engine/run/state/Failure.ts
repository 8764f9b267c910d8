import type { Json } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';
import type { Activation } from './Activation.ts';
import type { Choice } from './Plan.ts';

/** How an attempt failed. */
export interface Failure {
  readonly error: RunError;
  /** The delay before the next attempt that a provider asks for, in ms. */
  readonly retryAfter?: number | null;
  /** The handler that goes before `on_error`: `on_timeout`, `on_validation_error`. */
  readonly choice?: Choice | null;
  /** Output of a failed container; null for others. */
  readonly output?: Json;
  /** True: what failed is inside of it. */
  readonly isFromInside?: boolean;
}

/** A failure about which a person is asked, before the task is retried, or ends with it. */
export interface HeldFailure {
  readonly activation: Activation;
  readonly failure: Failure;
  /** True: no policy retries it, since nothing has run yet. */
  readonly isFinal: boolean;
}
