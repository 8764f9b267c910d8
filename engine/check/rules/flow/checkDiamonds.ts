import { edgesBySource, type GraphEdge, type GraphNode } from '../../../graph/index.ts';
import { roleOf } from '../../../model/index.ts';
import { fixBySetting, type Rule } from '../../subject/Rule.ts';

/** So many forks are checked; a file with more is not drawn by hand. */
const MOST_FORKS = 500;

/** So many edges are followed, for all forks together: some tenths of a second. */
const MOST_STEPS = 1_000_000;

/** Branches that start together and meet again in a task without `join: all`: it runs once for each of them. */
export const checkDiamonds: Rule = function* (subject) {
  const { nodes, edges } = subject.analysis.graph;
  const all = edgesBySource(edges);
  let outgoing: ReadonlyMap<string, readonly GraphEdge[]> | undefined;
  const reported = new Set<string>();
  let forks = 0;
  const budget = { left: MOST_STEPS };
  for (const node of nodes.values()) {
    if (!mayFork(all.get(node.id) ?? NONE)) continue;
    outgoing ??= edgesBySource(edges.filter(isMainLine));
    const branches = forkOf(outgoing.get(node.id) ?? NONE);
    if (branches.length < 2 || ++forks > MOST_FORKS || budget.left <= 0) continue;
    for (const id of findMeetings(node.id, branches, { outgoing, budget })) {
      const target = nodes.get(id);
      if (target === undefined || reported.has(id) || target.task.join === 'all' || !isBeside(node, target)) continue;
      reported.add(id);
      const message = `Branches that start together at "${node.id}" meet in "${id}": it runs once for each. Add "join: all" to wait for all of them and run once.`;
      const fixes = fixBySetting(subject, [...target.task.path, 'join'], 'all', 'Add join: all');
      yield { code: 'DIAMOND_WITHOUT_JOIN', path: [...target.task.path, 'id'], message, fixes };
    }
  }
};

/** Errors and calls back and forth may meet as they like: few of them ever happen together. */
function isMainLine({ via }: GraphEdge): boolean {
  const role = roleOf(via);
  return role !== 'error' && role !== 'hook';
}

const NONE: readonly never[] = [];

/** Whether two ways that are taken together may be among them: those of one list are adjacent. */
function mayFork(edges: readonly GraphEdge[]): boolean {
  if (edges.length < 2) return false;
  return edges.some(({ via }, at) => via === edges[at - 1]?.via || via === 'on_start' || via === 'on_complete');
}

/** The targets that are started together: a list of `next`, or what runs next to the main line. */
function forkOf(edges: readonly GraphEdge[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const { via, target } of edges) {
    const known = groups.get(via);
    if (known === undefined) groups.set(via, [target]);
    else known.push(target);
  }
  const beside = ['on_start', 'on_complete'].flatMap((via) => groups.get(via) ?? []);
  const primary = [...groups]
    .filter(([via]) => via !== 'on_start' && via !== 'on_complete')
    .map(([, targets]) => targets);
  const largest = primary.reduce<readonly string[]>(
    (most, targets) => (targets.length > most.length ? targets : most),
    [],
  );
  // An `on_complete` that names the primary's target makes one arrival (format.md 1).
  return [...new Set([...largest, ...beside])];
}

function isBeside(a: GraphNode, b: GraphNode): boolean {
  return a.parent === b.parent;
}

interface MeetingSearch {
  readonly outgoing: ReadonlyMap<string, readonly GraphEdge[]>;
  /** Edges that may still be followed; nothing is found without. */
  readonly budget: { left: number };
}

/**
 * The first tasks two of the branches have in common: later ones are reached through these. That two branches come to a
 * task is all that is asked of it, so each edge is followed twice at most.
 */
function findMeetings(
  fork: string,
  branches: readonly string[],
  { outgoing, budget }: MeetingSearch,
): readonly string[] {
  const owners = new Map<string, [string] | [string, string]>();
  for (const branch of branches) {
    const queue = [branch];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (id === fork || id === 'end') continue;
      const known = owners.get(id);
      if (known?.length === 2 || known?.[0] === branch) continue;
      owners.set(id, known === undefined ? [branch] : [known[0], branch]);
      const next = outgoing.get(id) ?? [];
      budget.left -= next.length;
      if (budget.left <= 0) return [];
      for (const { target } of next) queue.push(target);
    }
  }
  const shared = (id: string): boolean => owners.get(id)?.length === 2;
  const first = new Set(branches.filter(shared));
  for (const id of owners.keys()) {
    if (!shared(id)) for (const { target } of outgoing.get(id) ?? []) if (shared(target)) first.add(target);
  }
  return [...first];
}
