import {
  type Analysis,
  drawnGraph,
  formatEdgeId,
  type Graph,
  type GraphEdge,
  type GraphNode,
  mergeGraphs,
} from '../../graph/index.ts';
import type { Change } from '../name/Change.ts';

/** What became of a task or a line. */
export type Fate = 'added' | 'removed' | 'changed' | 'same';

/** Both texts as one graph, and what became of each of its parts. */
export interface DiffGraph {
  readonly graph: Graph;
  readonly fateOfNode: (id: string) => Fate;
  readonly fateOfEdge: (id: string) => Fate;
}

/** Draws two texts as one graph: the one after, with what only the one before has. Cosmetic changes are not seen in it. */
export function toDiffGraph(before: Analysis, after: Analysis, changes: readonly Change[]): DiffGraph {
  const renamed = new Map(
    changes.flatMap(({ kind, task }) =>
      kind === 'task.renamed' && task?.before && task.after ? [[task.before, task.after]] : [],
    ),
  );
  const [older, newer] = [renameGraph(drawnGraph(before), renamed), drawnGraph(after)];
  const changed = new Set(
    changes.flatMap(({ severity, task }) => (severity === 'cosmetic' || !task?.after ? [] : [task.after])),
  );
  const [oldEdges, newEdges] = [new Set(older.edges.map(({ id }) => id)), new Set(newer.edges.map(({ id }) => id))];
  return {
    graph: mergeGraphs(newer, older),
    fateOfNode: (id) => {
      if (!newer.nodes.has(id)) return 'removed';
      if (!older.nodes.has(id)) return 'added';
      return changed.has(id) ? 'changed' : 'same';
    },
    fateOfEdge: (id) => (!newEdges.has(id) ? 'removed' : oldEdges.has(id) ? 'same' : 'added'),
  };
}

/** A graph with its tasks called what they are called in the text after. */
function renameGraph(graph: Graph, renamed: ReadonlyMap<string, string>): Graph {
  if (renamed.size === 0) return graph;
  const rename = (id: string): string => renamed.get(id) ?? id;
  const nodes = new Map<string, GraphNode>();
  for (const node of graph.nodes.values()) {
    const parent = node.parent === null ? null : rename(node.parent);
    nodes.set(rename(node.id), { ...node, id: rename(node.id), parent, children: node.children.map(rename) });
  }
  const edges = graph.edges.map((edge): GraphEdge => {
    const [source, target] = [rename(edge.source), rename(edge.target)];
    return { ...edge, source, target, id: formatEdgeId(source, edge.via, target) };
  });
  return { nodes, edges };
}

/** What a task is called in a picture. */
export function titleOf({ task, id }: GraphNode): string {
  return task.name || task.id || id;
}

/** The sign before a title: colours alone do not tell everyone. */
export const SIGNS: Readonly<Record<Fate, string>> = { added: '+ ', removed: '− ', changed: '~ ', same: '' };
