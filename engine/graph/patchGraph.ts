import {
  childrenOf,
  configOf,
  exitsOf,
  type Handler,
  runsInOrder,
  type Task,
  traitsOf,
  type Workflow,
} from '../model/index.ts';
import { formatEdgeId, type Graph, type GraphEdge, type GraphNode } from './Graph.ts';

/** A workflow and the graph that was built of it. */
export interface DrawnWorkflow {
  readonly workflow: Workflow;
  readonly graph: Graph;
}

/**
 * The graph of a workflow that differs from one before only within tasks, not in what leads where: the same edges, and
 * nodes with the new tasks. This is what most keystrokes come to. Null when the graph has to be built again.
 */
export function patchGraph({ workflow: before, graph }: DrawnWorkflow, workflow: Workflow): Graph | null {
  if (before.start !== workflow.start) return null;
  const changed = new Map<string, GraphNode>();
  if (!patchTasks(graph, { before: before.tasks, after: workflow.tasks }, changed)) return null;
  return changed.size === 0 ? graph : { nodes: overlay(graph.nodes, changed), edges: graph.edges };
}

interface TaskLists {
  readonly before: readonly Task[];
  readonly after: readonly Task[];
}

/** Collects the nodes of tasks that changed; false where one leads elsewhere than before. */
function patchTasks(graph: Graph, { before, after }: TaskLists, changed: Map<string, GraphNode>): boolean {
  if (before.length !== after.length) return false;
  for (const [index, task] of after.entries()) {
    const old = before[index];
    if (old === task) continue;
    const node = graph.nodes.get(task.id);
    if (old === undefined || node?.task !== old || !leadsAlike(old, task, graph)) return false;
    changed.set(node.id, { ...node, task });
    if (!patchTasks(graph, { before: childrenOf(old), after: childrenOf(task) }, changed)) return false;
  }
  return true;
}

/** Whether two tasks have the same edges, down to what is written next to them, their children omitted. */
function leadsAlike(before: Task, after: Task, { nodes }: Graph): boolean {
  if (before.id !== after.id || alwaysJumps(before) !== alwaysJumps(after)) return false;
  if (before.type !== after.type && childrenOf(after).length > 0) return false;
  const old = buildExitEdges(before, before.id, nodes);
  const now = buildExitEdges(after, after.id, nodes);
  return old.length === now.length && old.every((edge, index) => isSameEdge(edge, now[index]));
}

function isSameEdge(a: GraphEdge, b: GraphEdge | undefined): boolean {
  return b !== undefined && a.id === b.id && a.label === b.label && a.path.join('\n') === b.path.join('\n');
}

/** The most values that lie over a map before they are put into a copy of it. */
const MOST = 64;

/** A map with other values for some of the keys it has, in the same order; made without reading the other keys. */
function overlay<V>(map: ReadonlyMap<string, V>, values: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
  const { base, over } = map instanceof OverlaidMap ? (map as OverlaidMap<V>).layers() : { base: map, over: [] };
  const overlaid = new OverlaidMap(base, new Map([...over, ...values]));
  return overlaid.layers().over.size > MOST ? new Map(overlaid) : overlaid;
}

class OverlaidMap<V> implements ReadonlyMap<string, V> {
  readonly #base: ReadonlyMap<string, V>;
  readonly #over: ReadonlyMap<string, V>;

  constructor(base: ReadonlyMap<string, V>, over: ReadonlyMap<string, V>) {
    this.#base = base;
    this.#over = over;
  }

  layers() {
    return { base: this.#base, over: this.#over };
  }

  get size(): number {
    return this.#base.size;
  }

  get(key: string): V | undefined {
    return this.#over.has(key) ? this.#over.get(key) : this.#base.get(key);
  }

  has(key: string): boolean {
    return this.#base.has(key);
  }

  keys(): MapIterator<string> {
    return this.#base.keys();
  }

  *entries(): MapIterator<[string, V]> {
    for (const [key, value] of this.#base) yield [key, this.#over.get(key) ?? value];
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  forEach(visit: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }
}

/** The edges of one task to the targets its text names. */
export function buildExitEdges(task: Task, source: string, nodes: { has(id: string): boolean }): readonly GraphEdge[] {
  return exitsOf(task).flatMap(({ via, target, label }) =>
    target.next.map((id) => ({
      id: formatEdgeId(source, via, id),
      source,
      via,
      target: id,
      isDangling: isDangling(id, nodes),
      label,
      path: target.path,
    })),
  );
}

/** Whether a target is neither a task nor the end. */
export function isDangling(target: string, nodes: { has(id: string): boolean }): boolean {
  return target !== 'end' && !nodes.has(target);
}

/**
 * The edges that list order makes among the children of a container (format.md 4): from a child to the next one, where
 * the child may succeed without naming a next task. `ids` are the children's node ids, in list order.
 */
export function buildSequenceEdges(container: Task, ids: readonly string[]): readonly GraphEdge[] {
  if (!runsInOrder(container.type)) return [];
  return childrenOf(container).flatMap((child, index) => {
    const source = ids[index];
    const target = ids[index + 1];
    if (source === undefined || target === undefined || alwaysJumps(child)) return [];
    const id = formatEdgeId(source, 'sequence', target);
    return [{ id, source, via: 'sequence', target, isDangling: false, label: '', path: child.path }];
  });
}

/** Whether every success of the task takes a transition its own text names. */
export function alwaysJumps(task: Task): boolean {
  if (leads(task, 'on_success') || leads(task, 'on_complete')) return true;
  if (!traitsOf(task.type).hasRoutes) return false;
  const match = leads(task, 'on_condition_match');
  const noMatch = leads(task, 'on_condition_nomatch');
  const { routes, default: fallback } = configOf(task);
  if (routes == null || routes.length === 0) return match && noMatch;
  const noMatchJumps = fallback == null || fallback.next.length > 0 || noMatch;
  return noMatchJumps && (match || routes.every((route) => route.next.length > 0));
}

function leads(task: Task, name: Handler['name']): boolean {
  return task.handlers.some((handler) => handler.name === name && handler.next.length > 0);
}
