import { createFolderFiles, openPerformer, type RepeatPolicy } from '../../../hosts/node/index.ts';
import type { GivenToRuns } from '../../local/openRun.ts';
import type { WorkerPorts } from './WorkerPorts.ts';

/** The ports of a worker, from what its process gives to runs. */
export function toWorkerPorts({ ports, variables }: GivenToRuns, policy: RepeatPolicy): WorkerPorts {
  return {
    variables,
    policy,
    files: createFolderFiles(ports.workspace),
    openPerformer: ({ file, vault, exposure, runWorkflow }) =>
      openPerformer(ports, { file, vault, variables, exposure }, { runWorkflow }),
  };
}
