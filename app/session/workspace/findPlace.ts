import type { Analysis, GraphEdge } from '#engine';
import { connectTasks, type ExitName, type NewTask } from '#engine/edit';
import { holdsTasks, roleOf, traitsOf } from '#engine/model';

/**
 * Where a task goes that was picked without a place: inside the container that is selected, else after the one selected
 * task where its success leads nowhere yet, else next to it. With nothing selected it continues the main chain, where that
 * has one end; else it is left unconnected (docs/decisions/0020).
 */
export function findPlace(
  analysis: Analysis,
  selected: ReadonlySet<string>,
): Partial<Pick<NewTask, 'after' | 'parent'>> {
  const [source] = selected;
  const node = selected.size === 1 && source !== undefined ? analysis.graph.nodes.get(source) : undefined;
  if (!node) {
    const last = selected.size === 0 ? findLast(analysis) : null;
    return last === null ? { parent: null } : { after: { source: last, via: exitOf(analysis, last) } };
  }
  if (holdsTasks(node.task.type)) return { parent: node.id };
  const via = exitOf(analysis, node.id);
  const isFree = !analysis.graph.edges.some(
    (edge) => edge.source === node.id && (edge.via === via || edge.via === 'sequence'),
  );
  return isFree && mayLeadOn(analysis, node.id) ? { after: { source: node.id, via } } : { parent: node.parent };
}

/**
 * The one task that ends the main chain: what the start leads to while all goes well. Null where branches end apart, where
 * the end is written (`next: end`) but as the default of a decision, and where there is no start.
 */
function findLast(analysis: Analysis): string | null {
  const { nodes, edges } = analysis.graph;
  const start = [...nodes.values()].find(({ isStart, parent }) => isStart && parent === null);
  if (!start) return null;
  const reached = new Set([start.id]);
  const ends: string[] = [];
  for (const id of reached) {
    const onwards = edges.filter((edge) => edge.source === id && goesWell(edge) && !isDefaultEnd(edge));
    if (onwards.length === 0) ends.push(id);
    for (const { target } of onwards) if (nodes.has(target)) reached.add(target);
  }
  const [last, ...others] = ends;
  return last !== undefined && others.length === 0 && mayLeadOn(analysis, last) ? last : null;
}

/** Whether an edge is part of the main chain: no error, no timeout, no hook, no branch next to it. */
function goesWell({ via }: GraphEdge): boolean {
  const role = roleOf(via);
  return role === 'success' || role === 'complete' || role === 'route';
}

/** Whether it is where a decision ends that no route is for: the chain follows its routes. */
function isDefaultEnd({ via, target }: GraphEdge): boolean {
  return via === 'default' && target === 'end';
}

function exitOf({ graph }: Analysis, id: string): ExitName {
  return traitsOf(graph.nodes.get(id)?.task.type ?? '').hasRoutes ? 'routes' : 'on_success';
}

function mayLeadOn(analysis: Analysis, id: string): boolean {
  return connectTasks(analysis, { source: id, via: exitOf(analysis, id), target: 'end' }).ok;
}
