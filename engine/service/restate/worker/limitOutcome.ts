import type { Outcome } from '../../../run/index.ts';

/** Most characters of an outcome. Restate takes 32 MiB in one message; one that is larger would be made again for ever. */
const MOST = 8 * 1024 * 1024;

/** An outcome that can be recorded: `RESULT_TOO_LARGE` in place of one that cannot. */
export function limitOutcome(outcome: Outcome): Outcome {
  const size = JSON.stringify(outcome).length;
  if (size <= MOST) return outcome;
  const message = `The result of this call has ${size} characters as JSON; at most ${MOST} can be recorded. Ask for less, or keep it elsewhere and return where it is.`;
  const details = { type: 'result.size', reason: message, size, most: MOST };
  return { ok: false, error: { code: 'RESULT_TOO_LARGE', message, details }, retryAfter: null };
}
