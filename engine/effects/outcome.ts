import type { Json, JsonObject, Ok } from '../base/index.ts';
import type { Missing, Outcome, OutcomeWarning } from '../run/index.ts';
import { boundRetryAfter } from './retryAfter.ts';

/** The failing side of an {@link Outcome}. */
export type Failure = Extract<Outcome, { ok: false }>;

/** A step inside a performer: a value, or the failure the whole call ends with. */
export type Attempt<T> = Ok<T> | Failure;

/** A real answer. */
export function succeed(value: Json, warnings: readonly OutcomeWarning[] = []): Outcome {
  return { ok: true, value, simulated: false, warnings };
}

/** A mock answer, marked as such wherever it is shown. */
export function succeedSimulated(value: Json): Outcome {
  return { ok: true, value, simulated: true, warnings: [] };
}

/**
 * A failure with `details` `{type, reason, …}` (format.md section 6). `retryAfter` in ms, where a server asked for it: one
 * of more than an hour is cut to that, which the message says, and `details.retry_after` holds what was asked for.
 */
export function fail(
  code: string,
  message: string,
  details: JsonObject & { readonly type: string; readonly reason: string },
  retryAfter: number | null = null,
): Failure {
  const { wait, note } = retryAfter === null ? { wait: null, note: null } : boundRetryAfter(retryAfter);
  if (retryAfter === null || note === null) return { ok: false, error: { code, message, details }, retryAfter: wait };
  const asked = Math.min(retryAfter, Number.MAX_SAFE_INTEGER);
  const error = { code, message: `${message} ${note}`, details: { ...details, retry_after: asked } };
  return { ok: false, error, retryAfter: wait };
}

/** A failure of a call that was not made, since the host lacks something for it: the run pauses until it is resumed. */
export function forMissing(missing: Missing, failure: Failure): Failure {
  return { ...failure, missing };
}

/** What an aborted call answers. */
export function cancelled(): Failure {
  return fail('CANCELLED', 'The call was cancelled.', { type: 'abort', reason: 'cancelled' });
}

/** Thrown into what reads an answer when the egress refuses; carries the whole failure. */
export class EgressError extends TypeError {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.error.message);
    this.failure = failure;
  }
}
