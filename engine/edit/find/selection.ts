import { ok, type Result } from '../../base/index.ts';
import type { Analysis, GraphEdge, GraphNode } from '../../graph/index.ts';
import { runsInOrder } from '../../model/index.ts';
import type { Refusal } from '../../text/index.ts';
import { findNamedNode } from './findTaskNode.ts';
import { findOutermost } from './outermost.ts';
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
