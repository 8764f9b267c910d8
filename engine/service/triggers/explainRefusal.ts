import { isJsonObject, toText } from '../../base/index.ts';
import type { RunError } from '../../run/index.ts';
import type { ServiceRefusal } from '../RunService.ts';

/** Why nothing is started while the file of a workflow is gone, or was renamed: it is again once the file is there. */
export const WORKFLOW_GONE = 'Its workflow is not in the folder.';

/** Why a start was refused, for the person who has the server: with the first errors of a workflow, and without any value of an input. */
export function explainRefusal(refusal: ServiceRefusal): string {
  if (refusal.type === 'unknownWorkflow') return WORKFLOW_GONE;
  if (refusal.type === 'invalid') return explainInvalid(refusal.error);
  if (refusal.type !== 'check') return refusal.message;
  const errors = refusal.diagnostics.filter(({ severity }) => severity === 'error').slice(0, 3);
  return [refusal.message, ...errors.map(({ message, path }) => `${path.join('.')}: ${message}`)].join(' ');
}

/** The message of an input that does not fit has what it should be, and what it is. */
function explainInvalid({ details }: RunError): string {
  const errors =
    isJsonObject(details) && Array.isArray(details['errors']) ? details['errors'].filter(isJsonObject) : [];
  const places = [...new Set(errors.slice(0, 3).map(({ path = '' }) => toText(path) || 'the whole'))];
  return `The input does not match the schema of the workflow${places.length === 0 ? '' : `: see ${places.join(', ')}`}.`;
}
