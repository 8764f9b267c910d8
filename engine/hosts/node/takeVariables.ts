import { listServerVariables } from '../../effects/index.ts';
import type { Workflow } from '../../model/index.ts';
import { takeBelow } from '../children/takeBelow.ts';
import { takeNamed } from '../prepareEnv.ts';
import type { Variable } from '../RunRequest.ts';
import { createWorkflowFiles } from './files/runFiles.ts';
import type { ProcessPorts } from './openPorts.ts';

/**
 * The variables of a run that starts, those marked as taken that are secrets because of where they are sent: by its workflow,
 * by one that this runs, or to a server of the process. `workspace`: an absolute path.
 */
export async function takeVariables(
  { workspace, mcpServers, guarded = [] }: Pick<ProcessPorts, 'workspace' | 'mcpServers' | 'guarded'>,
  run: { readonly workflow: Workflow; readonly variables: readonly Variable[] },
): Promise<readonly Variable[]> {
  const variables = takeNamed(run.variables, listServerVariables(mcpServers));
  return workspace === null
    ? variables
    : takeBelow(run.workflow, variables, createWorkflowFiles({ workspace, guarded }));
}
