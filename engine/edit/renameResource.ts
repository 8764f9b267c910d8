import { assertNever, isDataMap, ok, type Result } from '../base/index.ts';
import type { Analysis } from '../graph/index.ts';
import { resolveUse, type Workflow, walkTasks } from '../model/index.ts';
import type { Path, Refusal, Transaction } from '../text/index.ts';
import { editFile, findSyntaxRefusal, type Step } from './editFile.ts';
import { findIdProblem } from './freshId.ts';
import { refuse } from './refuse.ts';
import { type Referent, rewriteReferences } from './rewriteReferences.ts';
import { hasEntry, removePath, setAt } from './setAt.ts';

/** An agent, a tool, the memory, or an action of an agent. */
export type ResourceName =
  | { readonly kind: 'agent' | 'tool' | 'memory'; readonly id: string }
  | { readonly kind: 'action'; readonly id: string; readonly agent: string };

/** Where a resource stands in the text; undefined when there is none. The first of two with one id counts. */
export function findResource(
  { agents, tools, memory }: Workflow,
  name: ResourceName,
): { readonly path: Path } | undefined {
  switch (name.kind) {
    case 'agent':
      return agents.find(({ id }) => id === name.id);
    case 'tool':
      return tools.find(({ id }) => id === name.id);
    case 'memory':
      return memory?.id === name.id ? memory : undefined;
    case 'action':
      return agents.find(({ id }) => id === name.agent)?.actions.find(({ id }) => id === name.id);
    default:
      return assertNever(name);
  }
}

/**
 * Gives a resource another id, and with it every `use`, `action`, agent tool and reference in a template that names it.
 * Agents that share the workflow's memory by its id go on sharing it.
 */
export function renameResource(
  analysis: Analysis,
  { to, ...name }: ResourceName & { readonly to: string },
): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const { workflow } = analysis;
  const found = findResource(workflow, name);
  if (!found) return refuseUnknown(name);
  const origin = `renameResource:${name.kind}.${name.id}`;
  if (to === name.id) return ok({ origin, changes: [] });
  const problem = findIdProblem(to);
  if (problem) return refuse('INVALID_ID', to, problem);
  if (findResource(workflow, { ...name, id: to })) {
    return refuse('DUPLICATE_ID', to, `There is already a ${name.kind} “${to}”. Choose another id.`);
  }
  const steps = [setAt([...found.path, 'id'], to), ...renameUses(analysis, name, to)];
  if (name.kind !== 'action') steps.push(rewriteReferences([{ root: ROOTS[name.kind], from: name.id, to }]));
  return editFile(analysis, { origin, steps });
}

/** Removes a resource. What uses it stays as it is, and the check says so. */
export function removeResource(analysis: Analysis, name: ResourceName): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const { workflow } = analysis;
  const found = findResource(workflow, name);
  if (!found) return refuseUnknown(name);
  const list = found.path.slice(0, -1);
  const isLast = typeof found.path.at(-1) === 'number' && !hasEntry(analysis.syntax, [...list, 1]);
  const step = removePath(isLast ? list : found.path);
  return editFile(analysis, { origin: `removeResource:${name.kind}.${name.id}`, steps: [step] });
}

function refuseUnknown({ kind, id }: ResourceName): ReturnType<typeof refuse> {
  return refuse('UNKNOWN_RESOURCE', id, `There is no ${kind} “${id}” in this file.`);
}

const ROOTS = { agent: 'agents', tool: 'tools', memory: 'memory' } as const satisfies Record<string, Referent['root']>;

function renameUses(analysis: Analysis, name: ResourceName, to: string): Step[] {
  switch (name.kind) {
    case 'agent':
      return renameTaskUses(analysis, `agent:${name.id}`, to);
    case 'tool':
      return [...renameTaskUses(analysis, `tool:${name.id}`, to), ...renameAgentTools(analysis.workflow, name.id, to)];
    case 'action':
      return [...walkTasks(analysis.workflow)]
        .filter(({ task }) => {
          const use = resolveUse(analysis.workflow, task);
          return task.action === name.id && use.kind === 'agent' && use.agent.id === name.agent;
        })
        .map(({ task }) => setAt([...task.path, 'action'], to));
    case 'memory':
      return analysis.workflow.agents
        .filter((agent) => agent.memory?.id === name.id)
        .map((agent) => setAt([...(agent.memory?.path ?? []), 'id'], to));
    default:
      return assertNever(name);
  }
}

/** Tasks whose `use` names the definition, as text or as an object, get the new id; the form stays. */
function renameTaskUses(analysis: Analysis, use: string, to: string): Step[] {
  return [...walkTasks(analysis.workflow)]
    .filter(({ task }) => task.use?.text === use)
    .map(({ task }) => {
      const path = [...task.path, 'use'];
      const isObject = hasEntry(analysis.syntax, [...path, 'package']);
      return isObject ? setAt([...path, 'package'], to) : setAt(path, `${use.slice(0, use.indexOf(':'))}:${to}`);
    });
}

/** `{id}` in an agent's `tools` means the workflow's tool of that id, unless it brings its own `use` (format.md 3). */
function renameAgentTools({ agents }: Workflow, id: string, to: string): Step[] {
  return agents.flatMap((agent) =>
    agent.tools.flatMap((tool, index) => {
      const isReference = isDataMap(tool) && tool.get('id') === id && !tool.has('use');
      return isReference ? [setAt([...agent.path, 'tools', index, 'id'], to)] : [];
    }),
  );
}
