import { err } from '../base/index.ts';
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
