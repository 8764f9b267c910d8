import type { GraphEdge } from '../../../graph/index.ts';
import { fixByRemoving } from '../../subject/fixes.ts';
import type { Rule } from '../../subject/Rule.ts';

/** `join: all` on tasks to which one way leads at most: there is nothing to wait for. */
export const checkJoins: Rule = function* (subject) {
  const { nodes, edges } = subject.analysis.graph;
  let arrivals: ReadonlyMap<string, number> | undefined;
  for (const { id, task, isStart } of nodes.values()) {
    if (task.join !== 'all') continue;
    arrivals ??= countArrivals(edges);
    if ((arrivals.get(id) ?? 0) + (isStart ? 1 : 0) > 1) continue;
    const path = [...task.path, 'join'];
    const message = `One way leads to "${id}", so there are no branches to wait for.`;
    const fixes = fixByRemoving(subject, path, 'Remove join');
    yield { code: 'JOIN_WITHOUT_EFFECT', path, message, fixes };
  }
};

function countArrivals(edges: readonly GraphEdge[]): ReadonlyMap<string, number> {
  const arrivals = new Map<string, number>();
  for (const { target } of edges) arrivals.set(target, (arrivals.get(target) ?? 0) + 1);
  return arrivals;
}
