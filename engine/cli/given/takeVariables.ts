import path from 'node:path';
import { listServerVariables } from '../../effects/index.ts';
import { createFolderFiles, takeBelow, takeNamed, type Variable } from '../../hosts/node/index.ts';
import type { Workflow } from '../../model/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { RunCommand } from '../parseRun.ts';

/**
 * The variables of a run that starts, those marked as taken that are secrets because of where they are sent: by its workflow,
 * by one that this runs, or to a server of the command line.
 */
export async function takeVariables(
  io: CommandIo,
  { workspace, mcpServers }: RunCommand,
  run: { readonly workflow: Workflow; readonly variables: readonly Variable[] },
): Promise<readonly Variable[]> {
  const variables = takeNamed(run.variables, listServerVariables(mcpServers));
  if (workspace === null) return variables;
  return takeBelow(run.workflow, variables, createFolderFiles(path.resolve(io.folder, workspace)));
}
