import { type Analysis, drawnGraph, edgesBySource, type GraphEdge } from '../../graph/index.ts';
import { isHandlerName, roleOf } from '../../model/index.ts';
import type { Path } from '../../text/index.ts';
import { readTaskNames } from '../find/findTaskNode.ts';
import { readNext, removePath, type Step, setAt, writeNext } from './editFile.ts';

/** The task that what led to a task leads to instead, as it is named; null when it leads nowhere from now on. */
export type Follow = (id: string) => string | null;

/** Finds the one task that a removed task, and removed tasks after it, would have led to when all goes well. */
export function createFollow(analysis: Analysis, gone: ReadonlySet<string>): Follow {
  const bySource = edgesBySource(drawnGraph(analysis).edges);
  const { nodeOf, nameOf } = readTaskNames(analysis);
  return (id) => {
    const seen = new Set<string>();
    let at = nodeOf(id);
    while (gone.has(at) && !seen.has(at)) {
      seen.add(at);
      const targets = new Set((bySource.get(at) ?? []).filter(isMainLine).map((edge) => edge.target));
      targets.delete(at);
      const [only] = targets;
      if (targets.size !== 1 || only === undefined) return null;
      at = only;
    }
    return gone.has(at) ? null : nameOf(at);
  };
}

function isMainLine({ via, isDangling }: GraphEdge): boolean {
  if (isDangling) return false;
  const role = roleOf(via);
  return role === 'success' || role === 'complete' || role === 'sequence' || (role === 'route' && !isHandlerName(via));
}

/** Leads handlers and routes on from the targets of some edges, each to what follows it or nowhere; their other targets stay. */
export function retarget(
  edges: readonly GraphEdge[],
  follow: (edge: GraphEdge) => string | readonly string[] | null,
): Step[] {
  const paths = new Map<string, { path: Path; source: string; edges: Map<string, GraphEdge> }>();
  for (const edge of edges) {
    if (edge.via === 'sequence') continue;
    const key = JSON.stringify(edge.path);
    const known = paths.get(key) ?? { path: edge.path, source: edge.source, edges: new Map<string, GraphEdge>() };
    known.edges.set(edge.target, edge);
    paths.set(key, known);
  }
  // From the last to the first: a route that goes leaves the places of those before it alone.
  return [...paths.values()].toReversed().map(({ path, source, edges: cut }): Step => {
    return (syntax) => {
      const written = readNext(syntax, path);
      const next = written.flatMap((id) => {
        const edge = cut.get(id);
        return edge === undefined ? id : (follow(edge) ?? []);
      });
      const kept = [...new Set(next)].filter((id) => !(id === source && written.length === 1));
      return writeNext(path, kept)(syntax);
    };
  });
}

/** Where the start goes, the task it led to becomes the start; without one `start` goes too. */
export function moveStart(analysis: Analysis, gone: ReadonlySet<string>, follow: Follow): Step[] {
  const nodes = [...drawnGraph(analysis).nodes.values()];
  const start = nodes.find((node) => node.isStart);
  if (!start || !gone.has(start.id)) return [];
  const next = follow(start.id);
  const first = nodes.find(({ id, parent }) => parent === null && !gone.has(id));
  if (next === null || next === 'end' || next === (first && readTaskNames(analysis).nameOf(first.id)))
    return [removePath(['start'])];
  return [setAt(['start'], next)];
}
