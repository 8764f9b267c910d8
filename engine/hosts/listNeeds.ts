import { type Data, isDataMap } from '../base/index.ts';
import {
  type Agent,
  parseReference,
  type Reference,
  resolveUse,
  type Task,
  type Tool,
  type Workflow,
  walkTasks,
} from '../model/index.ts';
import { builtInUse, findBuiltIn } from '../tools/index.ts';

/** What a host has to provide for the calls of a workflow, as far as its text shows. */
export interface Needs {
  /** The built-ins that need the folder of a workspace, and a folder that keeps values. */
  readonly workspace: readonly string[];
  readonly state: readonly string[];
  /** Names of MCP servers. */
  readonly servers: readonly string[];
}

/** Lists what the tasks of a workflow need that are not disabled, and what their agents may call. */
export function listNeeds(workflow: Workflow): Needs {
  const uses = listUses(workflow);
  const builtIns = uses.flatMap((use) => findBuiltIn(`${use.repo}:${use.package}`) ?? []);
  const needing = (what: 'workspace' | 'state'): readonly string[] => [
    ...new Set(builtIns.filter(({ needs }) => needs === what).map(builtInUse)),
  ];
  const servers = uses.filter(({ repo }) => repo === 'mcp').map((use) => use.package.split('/')[0] ?? '');
  return { workspace: needing('workspace'), state: needing('state'), servers: [...new Set(servers)] };
}

function listUses(workflow: Workflow): readonly Reference[] {
  const used = keepUsed(workflow);
  const uses: (Reference | null)[] = walkTasks(used).map(({ task }) => {
    const use = resolveUse(used, task);
    return use.kind === 'tool' ? use.tool.use : task.use;
  });
  for (const agent of used.agents) for (const entry of agent.tools) uses.push(useOf(used, entry));
  return uses.filter((use) => use !== null);
}

/** What an entry among the tools of an agent runs. */
function useOf(workflow: Workflow, entry: Data): Reference | null {
  if (!isDataMap(entry)) return null;
  const own = entry.get('use');
  if (typeof own === 'string') return parseReference(own);
  return workflow.tools.find(({ id }) => id === entry.get('id'))?.use ?? null;
}

/** A workflow without its disabled tasks, and without the agents and tools that no other task uses. */
export function keepUsed(workflow: Workflow): Workflow {
  const kept = { ...workflow, tasks: keepEnabled(workflow.tasks) };
  const agents = new Set<Agent>();
  const tools = new Set<Tool>();
  for (const { task } of walkTasks(kept)) {
    const use = resolveUse(kept, task);
    if (use.kind === 'agent') agents.add(use.agent);
    if (use.kind === 'tool') tools.add(use.tool);
  }
  const called = new Set([...agents].flatMap((agent) => agent.tools.flatMap(idOf)));
  return {
    ...kept,
    agents: workflow.agents.filter((agent) => agents.has(agent)),
    tools: workflow.tools.filter((tool) => tools.has(tool) || called.has(tool.id)),
  };
}

function keepEnabled(tasks: readonly Task[]): readonly Task[] {
  return tasks
    .filter(({ isDisabled }) => !isDisabled)
    .map((task) => ('tasks' in task ? { ...task, tasks: keepEnabled(task.tasks) } : task));
}

/** The tool that an entry among those of an agent names. */
function idOf(entry: Data): readonly Data[] {
  return isDataMap(entry) ? [entry.get('id') ?? null] : [];
}
