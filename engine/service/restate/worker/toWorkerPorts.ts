import type { RunWorkflow } from '../../../effects/index.ts';
import { openPerformer, type RepeatPolicy } from '../../../hosts/node/index.ts';
import type { GivenToRuns } from '../../local/openRun.ts';
import type { WorkerPorts } from './WorkerPorts.ts';

/** A run on a cluster cannot start others. */
const runWorkflow: RunWorkflow = ({ file }) => {
  const message = `“${file}” does not run: on a cluster a workflow cannot run another one. Run it where it is served without --restate.`;
  const details = { type: 'workflow', reason: 'cluster', file };
  return Promise.resolve({ ok: false, error: { code: 'CONFIGURATION_ERROR', message, details }, retryAfter: null });
};

/** The ports of a worker, from what its process gives to runs. */
export function toWorkerPorts({ ports, variables }: GivenToRuns, policy: RepeatPolicy): WorkerPorts {
  return {
    variables,
    policy,
    openPerformer: ({ vault, exposure }) => openPerformer(ports, { vault, variables, exposure }, { runWorkflow }),
  };
}
