import { childrenOf, type Task, type Workflow } from '../model/index.ts';
import { alwaysJumps, buildExitEdges } from './buildEdges.ts';
import type { Graph, GraphEdge, GraphNode } from './Graph.ts';

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
