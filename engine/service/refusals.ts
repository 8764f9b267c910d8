import { err, isJsonObject, toText } from '../base/index.ts';
import type { RunError } from '../run/index.ts';
import type { RunService, ServiceRefusal } from './RunService.ts';

/** No runs and no workflows, of a server that executes none. */
export const NO_RUNS: RunService = {
  start: ({ workflow }) => Promise.resolve(err(unknownWorkflow(workflow))),
  get: () => Promise.resolve(null),
  rootWorkflow: () => Promise.resolve(null),
  list: () => Promise.resolve({ runs: [], next: null }),
  events: () => Promise.resolve(null),
  watch: () => undefined,
  untilEnded: () => Promise.resolve(null),
  control: (runId) => Promise.resolve(err(unknownRun(runId))),
  retry: (runId) => Promise.resolve(err(unknownRun(runId))),
  remove: (runId) => Promise.resolve(unknownRun(runId)),
  journal: () => Promise.resolve(null),
  workflows: () => Promise.resolve([]),
  waits: () => Promise.resolve([]),
  state: () => ({ problem: null, isDraining: false, queued: 0, active: 0, waiting: 0 }),
  load: () => null,
  drain: () => Promise.resolve(),
};

/** What is said of a run that is not there, or not for whoever asks: the same words. */
export function unknownRun(runId: string): ServiceRefusal {
  return { type: 'unknownRun', message: `There is no run ${runId}.` };
}

/** What is said of a workflow that is not there, or not for whoever asks: the same words. */
export function unknownWorkflow(workflow: string): ServiceRefusal {
  return { type: 'unknownWorkflow', message: `There is no workflow “${workflow}” in the folder.` };
}

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
