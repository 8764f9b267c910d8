import type { Result } from '../../../base/index.ts';

/** Methods of the history answer with what they read or not at all; the message says why. */
export function unwrap<T>(result: Result<T, { readonly message: string }>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message, { cause: result.error });
}
