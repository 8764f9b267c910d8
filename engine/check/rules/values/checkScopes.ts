import { edgesBySource, type Graph, type GraphNode } from '../../../graph/index.ts';
import { type Children, type EdgeVia, roleOf, traitsOf } from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { createOwnerLookup, type Owner } from '../../subject/ownerOf.ts';
import type { Rule } from '../../subject/Rule.ts';
import { rangeIn } from './checkExpressions.ts';

/** What is there everywhere, also outside of tasks (format.md 8). */
const EVERYWHERE: ReadonlySet<string> = new Set(['tasks', 'agents', 'tools', 'memory', 'env', 'workflow', 'trigger']);

/** Names that expressions have, read where they have no value: they are null there in every run. */
export const checkScopes: Rule = function* (subject) {
  const find = createOwnerLookup(subject);
  let scopes: Scopes | undefined;
  for (const { path, template } of subject.templates) {
    for (const { errors, references } of template.expressions) {
      if (errors.length > 0) continue;
      for (const { root, start } of references) {
        if (EVERYWHERE.has(root)) continue;
        scopes ??= createScopes(subject.analysis.graph);
        const owner = find(path);
        const reason = owner === undefined ? explainOutside(path, root) : explain(root, owner, scopes);
        if (reason === undefined) continue;
        const range = rangeIn(subject, path, { start, end: start + root.length });
        yield { code: 'ROOT_OUT_OF_SCOPE', path, range, message: `"${root}" is null here: ${reason}` };
      }
    }
  }
};

/** A field, and the innermost task whose text it is in; null outside of tasks. */
export interface ScopedField {
  readonly path: Path;
  readonly node: GraphNode | null;
}

/** Answers why a name has no value in expressions of a field, in part of a sentence; undefined where it has one, or may have. */
export function createScopeLookup(graph: Graph, { path, node }: ScopedField): (root: string) => string | undefined {
  const scopes = createScopes(graph);
  const owner = node === null ? null : { node, inside: path.slice(node.task.path.length) };
  return (root) => {
    if (EVERYWHERE.has(root)) return undefined;
    return owner === null ? explainOutside(path, root) : explain(root, owner, scopes);
  };
}

/** Agents and tools are read in the scope of the tasks that use them; results and variables of the workflow are not. */
function explainOutside([key]: Path, root: string): string | undefined {
  if (key !== 'outputs' && key !== 'env') return undefined;
  const instead = root === 'output' ? 'Read "tasks.<id>.output".' : 'Read "workflow.input" or "tasks.<id>.output".';
  return ROOTS_OF_TASKS.has(root) ? `it belongs to a task, and this is outside tasks. ${instead}` : undefined;
}

const ROOTS_OF_TASKS: ReadonlySet<string> = new Set(
  'id type status input output error event item index batch_index batch items operation_id value signal attempt retry_count'.split(
    ' ',
  ),
);

/** Why a name has no value at a place of a task; undefined where it has one, or may have. */
function explain(root: string, { node, inside }: Owner, scopes: Scopes): string | undefined {
  const [key = '', setting = ''] = inside;
  const { type } = node.task;
  const { children, hasRoutes, waits } = traitsOf(type);
  const isHandler = String(key).startsWith('on_');
  switch (root) {
    case 'item':
    case 'index':
    case 'batch':
    case 'batch_index':
    case 'items':
      if (scopes.isInside(node, 'item')) return undefined;
      if (children !== 'item') return 'only what is in a collection has items. Read "input", or a result.';
      return setting === 'items' || key === 'on_start' ? 'there are no items yet.' : undefined;
    case 'operation_id':
      if (children === 'parallel' || scopes.isInside(node, 'parallel')) return undefined;
      // Without children it is an operation of its own.
      if (children === 'sequence' && node.children.length === 0) return undefined;
      return 'only what is in a parallel task is one of its operations.';
    case 'value':
      if (isHandler) return undefined;
      if (!hasRoutes) return 'it belongs to decisions and to the routes of "on_error".';
      return setting === 'routes' || setting === 'default'
        ? undefined
        : 'the decision has no value before its condition is known. Read it in the routes.';
    case 'signal':
      return waits ? undefined : 'it belongs to a wait. Read "tasks.<id>.output.signal" of that task.';
    case 'event':
      return isHandler || hasRoutes || scopes.isLedTo(node) || scopes.isInside(node, 'item')
        ? undefined
        : 'no handler leads to this task. Read "workflow.input" for what the run was given.';
    case 'error':
      if (/^on_(?!start$|success$)/.test(String(key)) || scopes.mayFollowFailure(node)) return undefined;
      return 'nothing that failed leads here. Read it in "on_error", or as "tasks.<id>.error".';
    case 'output':
      return explainOutput(type, key, setting);
    default:
      return undefined;
  }
}

/** The task's own result: there when it has ended; a decision, a map and a wait also see what their `use` gave. */
function explainOutput(type: string, key: string | number, setting: string | number): string | undefined {
  const early = 'the task has no result before it has run. Read "input", or "tasks.<id>.output" of another task.';
  if (key === 'with' || key === 'env' || key === 'on_start' || key === 'retry') return early;
  const { usesFirst, waits } = traitsOf(type);
  if (key !== 'config' || usesFirst || type === 'unknown') return undefined;
  return waits && setting === 'condition' ? undefined : early;
}

/** Where tasks are by what happens around them: the questions that decide which names have a value there. */
interface Scopes {
  /** Whether a task that runs its children so is around it, or calls it while it runs. */
  isInside(node: GraphNode, children: Children): boolean;
  /** Whether a way that follows a failure, or may, leads to it or to a container around it. */
  mayFollowFailure(node: GraphNode): boolean;
  /** Whether a handler, a route or a default leads to it. */
  isLedTo(node: GraphNode): boolean;
}

/** Answers for one graph. Errs towards "yes": what is called from many places sees what any of them gives. */
function createScopes({ nodes, edges }: Graph): Scopes {
  const led = new Set<string>();
  const failed = new Set<string>();
  for (const { via, target } of edges) {
    if (via !== 'sequence') led.add(target);
    if (maySeeError(via)) failed.add(target);
  }
  const outgoing = edgesBySource(edges);
  const inside = new Map<Children, ReadonlySet<string>>();
  const insideOf = (kind: Children): ReadonlySet<string> => {
    const known = inside.get(kind);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const queue = [...nodes.values()].flatMap(({ id, task, children }) => {
      if (traitsOf(task.type).children !== kind) return [];
      const called = (outgoing.get(id) ?? []).filter(({ via }) => roleOf(via) === 'hook').map(({ target }) => target);
      return [...children, ...called];
    });
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      queue.push(...(nodes.get(id)?.children ?? []), ...(outgoing.get(id) ?? []).map(({ target }) => target));
    }
    inside.set(kind, found);
    return found;
  };
  return {
    isInside: ({ id }, kind) => insideOf(kind).has(id),
    isLedTo: ({ id }) => led.has(id),
    mayFollowFailure: (node) => {
      for (let at: GraphNode | undefined = node; at !== undefined; ) {
        if (failed.has(at.id)) return true;
        at = at.parent === null ? undefined : nodes.get(at.parent);
      }
      return false;
    },
  };
}

/** Whether a way follows a failure, or may: what is called while a task runs can be called for one. */
function maySeeError(via: EdgeVia): boolean {
  const role = roleOf(via);
  return role === 'error' || role === 'complete' || role === 'hook';
}
