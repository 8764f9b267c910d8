import type { Failure } from './outcome.ts';

/** A request that is under way. */
export interface OpenRequest {
  readonly origin: string;
  /** Names of the guessable secrets whose data may reach its origin. */
  readonly allowed: Set<string>;
  /** Ends it with a failure. */
  readonly end: (failure: Failure) => void;
}

/**
 * Names of the guessable secrets that a run has used: its later data may reveal them, and so may whatever it does with a request that is open,
 * such as when it ends. Shared with the workflows it calls.
 */
export class Exposure extends Set<string> {
  readonly openRequests = new Set<OpenRequest>();
}
