import type { Json } from '../../base/index.ts';
import type { RunError } from './Effect.ts';

/** The result of what a task uses. `retryAfter` in ms, where a provider asked for it. */
export type UseResult =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: RunError; readonly retryAfter: number | null };

/** The failure of what a task uses. */
export type UseFailure = Extract<UseResult, { readonly ok: false }>;

/** A failure after which no wait was asked for. */
export function failed(error: RunError): UseFailure {
  return { ok: false, error, retryAfter: null };
}
