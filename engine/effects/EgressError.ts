import type { Failure } from './outcome.ts';

/** Thrown into what reads an answer when the egress refuses; carries the whole failure. */
export class EgressError extends TypeError {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.error.message);
    this.failure = failure;
  }
}
