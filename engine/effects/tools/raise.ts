import { toText } from '../../base/index.ts';
import type { Outcome } from '../../run/index.ts';
import type { BuiltInCall } from './BuiltInCall.ts';

/** Runs `core:raise`: the failure the input describes. */
export function runRaise({ input }: BuiltInCall<'raise'>): Outcome {
  const error = { code: toText(input.code), message: toText(input.message), details: input.details ?? null };
  return { ok: false, error, retryAfter: null };
}
