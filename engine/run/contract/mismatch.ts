import type { Json } from '../../base/index.ts';
import type { RunError } from './Effect.ts';
import { runError } from './errors.ts';

/** One place where a value does not fit its schema; `path` is a JSON pointer. */
export type SchemaMismatch = { readonly path: string; readonly message: string; readonly keyword: string };

/** A `VALIDATION_ERROR` that lists what does not fit. */
export function mismatchError(
  errors: readonly SchemaMismatch[],
  about: { readonly type: string; readonly what: string },
): RunError {
  const [first] = errors;
  const place = first === undefined || first.path === '' ? '' : ` at ${first.path}`;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const message = `${about.what} does not fit its schema${place}: ${first?.message ?? ''}${more}`;
  return runError('VALIDATION_ERROR', about.type, message, { errors: toErrorList(errors) });
}

/** Mismatches as plain values, for `details` and `event.errors`. */
export function toErrorList(errors: readonly SchemaMismatch[]): Json {
  return errors.map(({ path, message, keyword }): Json => ({ path, message, keyword }));
}
