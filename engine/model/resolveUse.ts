import { isSameReference } from './parseReference.ts';
import type { Action, Agent, Reference, Task, Tool, Workflow } from './Workflow.ts';

/**
 * What a task's `use` means in its workflow. `action` is the one the task names, else the agent's only one, else null.
 * An agent or tool with `package` comes from that package. `unresolved` names neither a definition here nor a built-in,
 * nor a package that is there; of a workflow whose imports were not resolved it may still be one.
 */
export type ResolvedUse =
  | { readonly kind: 'agent'; readonly agent: Agent; readonly action: Action | null }
  | { readonly kind: 'tool'; readonly tool: Tool }
  | { readonly kind: 'core'; readonly name: string }
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string }
  | { readonly kind: 'unresolved'; readonly text: string }
  | { readonly kind: 'none' };

/** The built-ins a task or a tool can run as `core:<name>`. */
export const CORE_TOOLS = [
  'http',
  'javascript',
  'csv',
  'html',
  'validate',
  'raise',
  'log',
  'hash',
  'kv',
  'file',
  'memory',
  'workflow',
] as const;

/**
 * Resolves a task's `use` (format.md 3), in this order: `agent:<id>` and `tool:<id>` of this workflow; a reference
 * equal to that of exactly one definition here; `core:<package>`; `mcp:<server>/<tool>`; a package of the workspace.
 */
export function resolveUse(workflow: Workflow, task: Task): ResolvedUse {
  return task.use === null ? { kind: 'none' } : resolveReference(workflow, task.use, task.action);
}

/** As {@link resolveUse}, for a reference on its own. */
export function resolveReference(workflow: Workflow, use: Reference, action: string | null): ResolvedUse {
  const named = findNamed(workflow, use) ?? findEqual(workflow, use);
  if (named !== undefined) return toUse(named, action);
  if (use.repo === 'core') return { kind: 'core', name: use.package };
  const slash = use.package.indexOf('/');
  if (use.repo === 'mcp' && slash > 0 && slash < use.package.length - 1) {
    return { kind: 'mcp', server: use.package.slice(0, slash), tool: use.package.slice(slash + 1) };
  }
  const packaged = definitionsOf(workflow, true).find((definition) => isUsed(definition, use));
  return packaged === undefined ? { kind: 'unresolved', text: use.text } : toUse(packaged, action);
}

function toUse(definition: Agent | Tool, action: string | null): ResolvedUse {
  return 'actions' in definition
    ? { kind: 'agent', agent: definition, action: pickAction(definition, action) }
    : { kind: 'tool', tool: definition };
}

function findNamed(workflow: Workflow, use: Reference): Agent | Tool | undefined {
  if (use.version !== null) return undefined;
  if (use.repo === 'agent') return workflow.agents.find((agent) => agent.id === use.package);
  if (use.repo === 'tool') return workflow.tools.find((tool) => tool.id === use.package);
  return undefined;
}

function findEqual(workflow: Workflow, use: Reference): Agent | Tool | undefined {
  const equal = definitionsOf(workflow, false).filter((definition) => isUsed(definition, use));
  return equal.length === 1 ? equal[0] : undefined;
}

/** Those of the document, or those that only the `use` of a task brings in. */
function definitionsOf({ agents, tools }: Workflow, isPackaged: boolean): readonly (Agent | Tool)[] {
  return [...agents, ...tools].filter((definition) => (definition.isPackaged === true) === isPackaged);
}

/** Whether a definition's `use`, as it is written, means the same. */
function isUsed(definition: Agent | Tool, use: Reference): boolean {
  const written = definition.package?.reference ?? definition.use;
  return written !== null && isSameReference(written, use);
}

function pickAction(agent: Agent, id: string | null): Action | null {
  if (id !== null) return agent.actions.find((action) => action.id === id) ?? null;
  return agent.actions.length === 1 ? (agent.actions[0] ?? null) : null;
}
