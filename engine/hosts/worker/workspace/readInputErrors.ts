import { isJsonObject, type Json } from '../../../base/index.ts';
import type { RunError } from '../../../run/index.ts';

/** The errors of an input with their paths, from the error of `prepareInput`; one error about the whole where it lists none. */
export function readInputErrors(error: RunError): readonly { readonly path: string; readonly message: string }[] {
  const { details, message } = error;
  const listed: Json = isJsonObject(details) ? (details.errors ?? null) : null;
  const errors = (Array.isArray(listed) ? (listed as readonly Json[]) : []).flatMap((entry) =>
    isJsonObject(entry) && typeof entry.path === 'string' && typeof entry.message === 'string'
      ? [{ path: entry.path, message: entry.message }]
      : [],
  );
  return errors.length > 0 ? errors : [{ path: '', message }];
}
