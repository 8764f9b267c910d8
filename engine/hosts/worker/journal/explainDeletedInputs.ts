import type { RunError } from '../../../run/index.ts';

/** The error for showing, exporting or forking a run whose first inputs were deleted with the site's data while it ran. */
export function explainDeletedInputs(): RunError {
  const message =
    'The beginning of this run was deleted from this browser while it ran, as clearing the site’s data does. The run itself continues; its deleted part can no longer be shown, exported or forked.';
  return { code: 'REFERENCE_ERROR', message, details: { type: 'run.cut', reason: message } };
}
