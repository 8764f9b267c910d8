import type { Reference } from './parseReference.ts';
import type { Action, Agent, Task, Tool, Workflow } from './Workflow.ts';

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

/**
 * Resolves a task's `use` (format.md 3), in this order: `agent:<id>` and `tool:<id>` of this workflow; `core:<package>`, always the
 * built-in itself; a reference equal to that of exactly one definition here; `mcp:<server>/<tool>`; a package of the workspace.
 */
export function resolveUse(workflow: Workflow, task: Task): ResolvedUse {
  return task.use === null ? { kind: 'none' } : resolveReference(workflow, task.use, task.action);
}

/** As versions before 0.3 resolved it: the only definition with the same `use` took the place of a built-in. */
export function resolveUseCapturing(workflow: Workflow, task: Task): ResolvedUse {
  const captured = task.use?.repo === 'core' ? findSameUse(workflow, task.use) : undefined;
  return captured === undefined ? resolveUse(workflow, task) : toUse(captured, task.action);
}

/** As {@link resolveUse}, for a reference on its own. */
export function resolveReference(workflow: Workflow, use: Reference, action: string | null): ResolvedUse {
  if (use.repo === 'core') return { kind: 'core', name: use.package };
  const definition = findNamed(workflow, use) ?? findSameUse(workflow, use);
  if (definition !== undefined) return toUse(definition, action);
  const slash = use.package.indexOf('/');
  if (use.repo === 'mcp' && slash > 0 && slash < use.package.length - 1) {
    return { kind: 'mcp', server: use.package.slice(0, slash), tool: use.package.slice(slash + 1) };
  }
  const packaged = findAll(indexOf(workflow).packaged, use)?.[0];
  return packaged === undefined ? { kind: 'unresolved', text: use.text } : toUse(packaged, action);
}

function toUse(definition: Agent | Tool, action: string | null): ResolvedUse {
  return 'actions' in definition
    ? { kind: 'agent', agent: definition, action: pickAction(definition, action) }
    : { kind: 'tool', tool: definition };
}

function findNamed(workflow: Workflow, use: Reference): Agent | Tool | undefined {
  if (use.version !== null) return undefined;
  const { agents, tools } = indexOf(workflow);
  if (use.repo === 'agent') return agents.get(use.package);
  if (use.repo === 'tool') return tools.get(use.package);
  return undefined;
}

/** The only agent or tool of the document itself whose `use` is equal to a reference; undefined where there is none, or more than one. */
export function findSameUse(workflow: Workflow, use: Reference): Agent | Tool | undefined {
  const equal = findAll(indexOf(workflow).own, use);
  return equal?.length === 1 ? equal[0] : undefined;
}

/** Most workflows define nothing that another reference could be equal to. */
function findAll(sorted: Definitions['own'], use: Reference): readonly (Agent | Tool)[] | undefined {
  return sorted.size === 0 ? undefined : sorted.get(keyOf(use));
}

/** What a `use` may mean in a workflow. */
interface Definitions {
  /** By id: the first of each. */
  readonly agents: ReadonlyMap<string, Agent>;
  readonly tools: ReadonlyMap<string, Tool>;
  /** Definitions of the document, by {@link keyOf} their `use` as it is written. */
  readonly own: ReadonlyMap<string, readonly (Agent | Tool)[]>;
  /** Those that only the `use` of a task brings in. */
  readonly packaged: ReadonlyMap<string, readonly (Agent | Tool)[]>;
}

/** Workflows never change, and every task asks. */
const indexes = new WeakMap<Workflow, Definitions>();

function indexOf(workflow: Workflow): Definitions {
  let known = indexes.get(workflow);
  if (known === undefined) {
    const definitions = [...workflow.agents, ...workflow.tools];
    known = {
      agents: byId(workflow.agents),
      tools: byId(workflow.tools),
      own: byUse(definitions.filter(({ isPackaged }) => isPackaged !== true)),
      packaged: byUse(definitions.filter(({ isPackaged }) => isPackaged === true)),
    };
    indexes.set(workflow, known);
  }
  return known;
}

function byId<T extends { readonly id: string }>(definitions: readonly T[]): ReadonlyMap<string, T> {
  // Of equal ids the first counts: it is set last.
  return new Map(definitions.toReversed().map((definition) => [definition.id, definition]));
}

function byUse(definitions: readonly (Agent | Tool)[]): ReadonlyMap<string, readonly (Agent | Tool)[]> {
  const sorted = new Map<string, (Agent | Tool)[]>();
  for (const definition of definitions) {
    const written = definition.package?.reference ?? definition.use;
    if (written === null) continue;
    const key = keyOf(written);
    const known = sorted.get(key);
    if (known) known.push(definition);
    else sorted.set(key, [definition]);
  }
  return sorted;
}

/** Equal for references that name the same thing at the same version, in whatever form they were written. */
function keyOf({ repo, package: name, version }: Reference): string {
  return JSON.stringify([repo, name, version]);
}

function pickAction(agent: Agent, id: string | null): Action | null {
  if (id !== null) return agent.actions.find((action) => action.id === id) ?? null;
  return agent.actions.length === 1 ? (agent.actions[0] ?? null) : null;
}
