import { type Data, isDataMap } from '../../base/index.ts';
import { parseReference, type Reference } from '../workflow/parseReference.ts';
import { resolveUse } from '../workflow/resolveUse.ts';
import { type Tool, type Workflow, walkTasks } from '../workflow/Workflow.ts';

/**
 * Whether any agent, tool or task of a workflow takes its definition from elsewhere: by an `import`, or by a `use` that
 * may be a package of the workspace.
 */
export function hasImports(workflow: Workflow): boolean {
  const { agents, tools } = workflow;
  if (agents.some((agent) => isFromElsewhere(agent) || agent.tools.some(isToolFromElsewhere))) return true;
  if (tools.some(isFromElsewhere)) return true;
  for (const { task } of walkTasks(workflow)) {
    if (task.import !== null || resolveUse(workflow, task).kind === 'unresolved') return true;
  }
  return false;
}

function isFromElsewhere(definition: Pick<Tool, 'import' | 'use'>): boolean {
  return definition.import !== null || (definition.use !== null && !isBuiltIn(definition.use));
}

/** Whether a reference means something that every workspace has. */
export function isBuiltIn({ repo }: Reference): boolean {
  return repo === 'core' || repo === 'mcp';
}

function isToolFromElsewhere(tool: Data): boolean {
  if (!isDataMap(tool)) return false;
  const use = tool.get('use');
  const reference = typeof use === 'string' ? parseReference(use) : null;
  return tool.has('import') || isDataMap(use) || (reference !== null && !isBuiltIn(reference));
}
