import { ok, type Result } from '../../base/index.ts';
import type { Analysis, GraphEdge, GraphNode } from '../../graph/index.ts';
import { runsInOrder } from '../../model/index.ts';
import type { Path, Refusal } from '../../text/index.ts';
import { findNamedNode, findTaskNode } from './findTaskNode.ts';
import { refuse } from './refuse.ts';

/** Tasks side by side in one list, and the connections among them and across the border around them. */
export interface Selection {
  /** In document order. */
  readonly nodes: readonly GraphNode[];
  readonly ids: ReadonlySet<string>;
  readonly parent: GraphNode | null;
  /** Whether their list runs in list order (format.md 4). */
  readonly isOrdered: boolean;
  readonly entering: readonly GraphEdge[];
  readonly leaving: readonly GraphEdge[];
  readonly inner: readonly GraphEdge[];
}

/** Refused where the tasks are in different lists (`NOT_SIBLINGS`), or apart in a list whose order counts (`NOT_NEIGHBOURS`). */
export function readSelection(analysis: Analysis, wanted: readonly string[]): Result<Selection, Refusal> {
  const found = findOutermost(analysis, wanted);
  if (!found.ok) return found;
  const nodes = found.value;
  for (const { id } of nodes) {
    const named = findNamedNode(analysis, id);
    if (!named.ok) return named;
  }
  const [first] = nodes;
  const parentId = first?.parent ?? null;
  const stranger = nodes.find((node) => node.parent !== parentId);
  if (first === undefined || stranger !== undefined) {
    const id = stranger?.id ?? '';
    return refuse('NOT_SIBLINGS', id, `“${id}” is in another container than “${first?.id}”. Choose tasks of one.`);
  }
  const parent = parentId === null ? null : (analysis.graph.nodes.get(parentId) ?? null);
  const isOrdered = runsInOrder(parent?.task.type);
  const places = nodes.map((node) => Number(node.task.path.at(-1)));
  if (isOrdered && places.some((place, index) => place !== (places[0] ?? 0) + index)) {
    const message = `The order of the list in “${parentId}” counts: choose tasks that follow one another, or move them together first.`;
    return refuse('NOT_NEIGHBOURS', first.id, message);
  }
  const ids = new Set(nodes.map((node) => node.id));
  const edges = analysis.graph.edges.filter((edge) => isSound(analysis, edge));
  return ok({
    nodes,
    ids,
    parent,
    isOrdered,
    entering: edges.filter(({ source, target }) => !ids.has(source) && ids.has(target)),
    leaving: edges.filter(({ source, target }) => ids.has(source) && !ids.has(target)),
    inner: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
  });
}

/** Whether an edge leads to a task in the same list. */
function isSound({ graph }: Analysis, { source, target }: GraphEdge): boolean {
  const [from, to] = [graph.nodes.get(source), graph.nodes.get(target)];
  return from !== undefined && to !== undefined && from.parent === to.parent;
}

/** The chosen tasks in document order, without those inside another one of them. Refused where one is not there, or none is chosen. */
export function findOutermost(analysis: Analysis, ids: readonly string[]): Result<readonly GraphNode[], Refusal> {
  if (ids.length === 0) return refuse('NOTHING_SELECTED', '', 'Select a task first.');
  const nodes: GraphNode[] = [];
  for (const id of new Set(ids)) {
    const found = findTaskNode(analysis, id);
    if (!found.ok) return found;
    nodes.push(found.value);
  }
  const chosen = withInside(analysis, nodes);
  const outermost = nodes.filter((node) => node.parent === null || !chosen.has(node.parent));
  return ok(outermost.toSorted((a, b) => comparePaths(a.task.path, b.task.path)));
}

/** The ids of the nodes and of all nodes inside them. */
export function withInside(analysis: Analysis, nodes: readonly GraphNode[]): Set<string> {
  const gone = new Set<string>();
  const open = nodes.map((node) => node.id);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (gone.has(id)) continue;
    gone.add(id);
    open.push(...(analysis.graph.nodes.get(id)?.children ?? []));
  }
  return gone;
}

/** Document order of two places. */
export function comparePaths(a: Path, b: Path): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [left, right] = [a[index], b[index]];
    if (left === right) continue;
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    return String(left) < String(right) ? -1 : 1;
  }
  return a.length - b.length;
}
