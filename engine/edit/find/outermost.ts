import { ok, type Result } from '../../base/index.ts';
import type { Analysis, GraphNode } from '../../graph/index.ts';
import type { Path, Refusal } from '../../text/index.ts';
import { findTaskNode } from './findTaskNode.ts';
import { refuse } from './refuse.ts';

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
