import { isDataMap } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { resolveUse, type Workflow, walkTasks } from '../../model/index.ts';
import type { Path } from '../../text/index.ts';
import { startsWith } from '../find/shiftPath.ts';
import { findReferences } from '../steps/rewriteReferences.ts';
import { type Files, openFiles, type WorkspaceFiles } from '../steps/workspaceFiles.ts';
import { mergedWorkflow, usesOf } from './renameAcross.ts';
import { findResource, type ResourceName } from './renameResource.ts';

/** One place that uses a resource. */
export interface ResourceUse {
  readonly file: string;
  /** The field that names it, in that file. */
  readonly path: Path;
  /** The innermost task it is in, if any. */
  readonly taskId: string | null;
}

/**
 * Where an agent, a tool, the memory or an action is used: by a task's `use` or `action`, an agent's tool or memory, a
 * reference in a template; with the texts of the workspace also by an `import` of another file. In document order, the file
 * itself first. Empty where nothing would miss it.
 */
export function findUses(analysis: Analysis, resource: ResourceName, files?: Files): readonly ResourceUse[] {
  const workspace = files && openFiles(files, analysis);
  const workflow = workspace ? mergedWorkflow(workspace, analysis) : analysis.workflow;
  const found = findResource(workflow, resource);
  const own = [...findNamed(workflow, resource), ...findRead(analysis, resource)]
    .filter((path) => found === undefined || !startsWith(path, found.path))
    .map((path) => ({ file: analysis.path, path, taskId: taskAround(workflow, path) }));
  return [...own, ...(workspace ? findImports(workspace, analysis, resource) : [])];
}

/** The fields that name the resource by its id. */
function findNamed(workflow: Workflow, resource: ResourceName): Path[] {
  if (resource.kind === 'memory') {
    return workflow.agents.flatMap(({ memory }) => (memory?.id === resource.id ? [[...memory.path, 'id']] : []));
  }
  const tasks = [...walkTasks(workflow)].flatMap(({ task }): Path[] => {
    const use = resolveUse(workflow, task);
    if (resource.kind === 'action') {
      const isMeant = use.kind === 'agent' && use.agent.id === resource.agent && use.action?.id === resource.id;
      return isMeant ? [[...task.path, task.action === null ? 'use' : 'action']] : [];
    }
    const used = use.kind === 'agent' ? use.agent.id : use.kind === 'tool' ? use.tool.id : null;
    return use.kind === resource.kind && used === resource.id ? [[...task.path, 'use']] : [];
  });
  return resource.kind === 'tool' ? [...tasks, ...findAgentTools(workflow, resource.id)] : tasks;
}

/** `{id}` in an agent's `tools` means the workflow's tool, unless it brings its own `use` (format.md 3). */
function findAgentTools({ agents }: Workflow, id: string): Path[] {
  return agents.flatMap((agent) =>
    agent.tools.flatMap((tool, index): Path[] => {
      const isMeant = isDataMap(tool) && tool.get('id') === id && !tool.has('use') && !tool.has('import');
      return isMeant ? [[...agent.path, 'tools', index, 'id']] : [];
    }),
  );
}

const ROOTS = { agent: 'agents', tool: 'tools', memory: 'memory' } as const;

/** The texts whose templates read it. */
function findRead(analysis: Analysis, resource: ResourceName): Path[] {
  if (resource.kind === 'action') return [];
  const root = ROOTS[resource.kind];
  const places = findReferences(analysis.syntax, [])
    .filter(({ reference }) => reference.root === root && reference.path[0] === resource.id)
    .map(({ path }) => path);
  return places.filter((path, index) => index === 0 || path !== places[index - 1]);
}

/** The imports of other files that lead to it; an action has none of its own. */
function findImports(workspace: WorkspaceFiles, analysis: Analysis, resource: ResourceName): ResourceUse[] {
  if (resource.kind !== 'agent' && resource.kind !== 'tool') return [];
  const found = findResource(analysis.workflow, resource);
  if (!found) return [];
  const item = { file: analysis.path, path: found.path, from: resource.id, to: resource.id, isWritten: true };
  return usesOf(workspace, { ...item, kind: `${resource.kind}s` }).map((use) => ({
    file: use.file,
    path: [...use.path, 'import'],
    taskId: null,
  }));
}

function taskAround(workflow: Workflow, path: Path): string | null {
  let around: string | null = null;
  for (const { task } of walkTasks(workflow)) if (startsWith(path, task.path)) around = task.id;
  return around;
}
