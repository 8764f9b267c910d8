import type { Json, JsonObject, Ok } from '../base/index.ts';
import { LONGEST_RETRY_AFTER, type Missing, type Outcome, type OutcomeWarning } from '../run/index.ts';

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

/**
 * `Retry-After` as ms from now, unbounded; null when there is none or it is neither of these:
 *
 * | form      | example                         |                                  |
 * |-----------|---------------------------------|----------------------------------|
 * | seconds   | `120`                           | whole ones; more digits than a number holds are Infinity |
 * | HTTP date | `Sun, 06 Nov 1994 08:49:37 GMT` | 0 for one in the past            |
 */
export function readRetryAfter(header: Json | undefined, now: number = Date.now()): number | null {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Dates of other forms are read too, and not by every platform in the same way.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** The delay of a retry that a server asked for, and a message where that was cut. */
function boundRetryAfter(asked: number): { readonly wait: number; readonly note: string | null } {
  if (asked <= LONGEST_RETRY_AFTER) return { wait: asked, note: null };
  const seconds = Number.isSafeInteger(asked) ? `${Math.round(asked / 1000)} s` : 'longer than can be counted';
  return {
    wait: LONGEST_RETRY_AFTER,
    note: `It asks to wait ${seconds} before the next try; a retry waits ${LONGEST_RETRY_AFTER / 1000} s (an hour) at most.`,
  };
}
