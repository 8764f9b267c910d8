import type { RunError } from '../../../run/index.ts';

/** Why a run cannot be shown, exported or forked whose first inputs were deleted with the site's data while it ran. */
export function explainLostPast(): RunError {
  const message =
    'The beginning of this run was deleted from this browser while it ran, as clearing the site’s data does. The run itself is not affected; what it did before that can no longer be shown, exported or forked.';
  return { code: 'REFERENCE_ERROR', message, details: { type: 'run.cut', reason: message } };
}
