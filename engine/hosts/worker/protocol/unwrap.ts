import type { Result } from '../../../base/index.ts';

/** The value of a result; throws an `Error` with the message of its error. */
export function unwrap<T>(result: Result<T, { readonly message: string }>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message, { cause: result.error });
}
