import { createWorkflowFiles, openPerformer, type RepeatPolicy } from '../../../hosts/node/index.ts';
import { CALLER_HEADER } from '../../CallerMarks.ts';
import type { GivenToRuns } from '../../common/GivenToRuns.ts';
import { writeClusterMark } from '../clusterMark.ts';
import type { WorkerPorts } from './WorkerPorts.ts';

/** The ports of a worker, from what its process gives to runs. */
export function toWorkerPorts({ ports, variables }: GivenToRuns, policy: RepeatPolicy): WorkerPorts {
  return {
    variables,
    policy,
    files: createWorkflowFiles(ports),
    openPerformer: ({ root, salt, runWorkflow, ...run }) => {
      const mark = { header: CALLER_HEADER, value: writeClusterMark(root, salt) };
      return openPerformer(ports, { ...run, variables, mark }, { runWorkflow });
    },
  };
}
