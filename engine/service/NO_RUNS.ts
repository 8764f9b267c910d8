import { err } from '../base/index.ts';
import type { RunService } from './RunService.ts';
import { unknownRun, unknownWorkflow } from './unknown.ts';

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
