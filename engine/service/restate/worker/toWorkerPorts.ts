import { createWorkflowFiles, openPerformer, type RepeatPolicy } from '../../../hosts/node/index.ts';
import type { GivenToRuns } from '../../common/GivenToRuns.ts';
import type { WorkerPorts } from './WorkerPorts.ts';

/** The ports of a worker, from what its process gives to runs. */
export function toWorkerPorts({ ports, variables }: GivenToRuns, policy: RepeatPolicy): WorkerPorts {
  return {
    variables,
    policy,
    files: createWorkflowFiles(ports),
    openPerformer: ({ file, outermost, vault, exposure, runWorkflow }) =>
      openPerformer(ports, { file, outermost, vault, variables, exposure }, { runWorkflow }),
  };
}
