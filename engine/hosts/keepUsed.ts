import { type Data, isDataMap } from '../base/index.ts';
import { type Agent, resolveUse, type Task, type Tool, type Workflow, walkTasks } from '../model/index.ts';

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
