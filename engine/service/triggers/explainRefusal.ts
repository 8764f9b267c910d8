import type { ServiceRefusal } from '../RunService.ts';

/** Why nothing is started while the file of a workflow is gone, or was renamed: it is again once the file is there. */
export const WORKFLOW_GONE = 'Its workflow is not in the folder.';

/** Why a start was refused, for the person who has the server: with the first errors of a workflow. */
export function explainRefusal(refusal: ServiceRefusal): string {
  if (refusal.type === 'unknownWorkflow') return WORKFLOW_GONE;
  if (refusal.type !== 'check') return refusal.message;
  const errors = refusal.diagnostics.filter(({ severity }) => severity === 'error').slice(0, 3);
  return [refusal.message, ...errors.map(({ message, path }) => `${path.join('.')}: ${message}`)].join(' ');
}
