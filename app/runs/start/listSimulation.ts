import { BUILT_INS, builtInUse, MOCK_PROVIDER, resolveUse, type Workflow, walkTasks } from '#engine/model';

/** What of a workflow is made up in a run, and what is not; each list in document order, without doubles. */
export interface Simulation {
  /** Agents that the file itself gives the provider `mock`: they are simulated in every run. */
  readonly own: readonly string[];
  /** Agents and tools that a simulated run makes up besides. */
  readonly added: readonly string[];
  /** Built-ins that call out in a simulated run as in any other. */
  readonly outgoing: readonly string[];
}

const OUTGOING: ReadonlySet<string> = new Set(BUILT_INS.filter(({ reach }) => reach !== 'nowhere').map(builtInUse));

/** Reads from the tasks of a workflow, and the tools of its agents, what the switch of a simulated run would change. */
export function listSimulation(workflow: Workflow): Simulation {
  const [own, added, outgoing] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const tools = new Map(workflow.tools.map(({ id, use }) => [id, use?.text ?? '']));
  const callTool = (reference: string) => {
    const use = tools.get(reference.replace(/^tool:/, '')) ?? reference;
    if (OUTGOING.has(use)) outgoing.add(use);
    else if (!use.startsWith('core:')) added.add(reference);
  };
  for (const { task } of walkTasks(workflow)) {
    const use = resolveUse(workflow, task);
    if (use.kind === 'agent') {
      const provider = use.action?.config?.get('provider') ?? use.agent.config?.get('provider');
      (provider === MOCK_PROVIDER ? own : added).add(use.agent.id);
      for (const tool of use.agent.tools) if (typeof tool === 'string') callTool(tool);
    } else if (task.use !== null) callTool(task.use.text);
  }
  return { own: [...own], added: [...added], outgoing: [...outgoing] };
}
