import { edgesBySource, type Graph } from '../../graph/index.ts';
import { roleOf, runsTogether } from '../../model/index.ts';

/** Whether a task may have ended before another begins, or before it ends. */
export interface RunOrder {
  mayEndBefore(id: string, other: string, moment: 'start' | 'end'): boolean;
}

/**
 * Who can come before whom in a run, by the ways a graph has: from a container to its children and from them to its end,
 * from a task's end along its handlers, from its start along `on_start`. Ways that are taken together are not distinguished.
 */
export function createRunOrder(graph: Graph): RunOrder {
  const searches = new Map<string, ReachSearch>();
  const outgoing = edgesBySource(graph.edges);
  let next: Links | undefined;
  return {
    mayEndBefore: (id, other, moment) => {
      // Mostly the task before is read.
      const isNext = outgoing.get(id)?.some(({ target, via }) => target === other && !isEarly(via));
      if (isNext === true) return true;
      next ??= linkAll(graph);
      const search = searches.get(id) ?? { reached: new Set([end(id)]), queue: [end(id)] };
      searches.set(id, search);
      return reach(search, moment === 'start' ? start(other) : end(other), next);
    },
  };
}

/** Whether a way is taken before its task has ended. */
function isEarly(via: string): boolean {
  const role = roleOf(via);
  return role === 'start' || role === 'hook';
}

/** Which moments follow on which: starts and ends of tasks. */
type Links = ReadonlyMap<string, readonly string[]>;

function linkAll({ nodes, edges }: Graph): Links {
  const next = new Map<string, string[]>();
  const link = (from: string, to: string): void => {
    const known = next.get(from);
    if (known === undefined) next.set(from, [to]);
    else known.push(to);
  };
  for (const { id, children, task } of nodes.values()) {
    link(start(id), end(id));
    for (const [index, child] of children.entries()) {
      link(start(id), start(child));
      link(end(child), end(id));
      // With `error_handling: continue` list order continues after a failure too.
      const sibling = children[index + 1];
      if (sibling !== undefined && !runsTogether(task.type)) link(end(child), start(sibling));
    }
    if (children.length > 0 && task.retry !== null) link(end(id), start(id));
  }
  for (const { source, via, target } of edges) {
    link(isEarly(via) ? start(source) : end(source), start(target));
    if (roleOf(via) !== 'hook') continue;
    link(end(target), end(source));
    for (const child of nodes.get(source)?.children ?? []) {
      link(end(target), start(child));
      link(end(child), start(target));
    }
  }
  return next;
}

/** The state of a search: it resumes where it stopped, since most requested places are near. */
interface ReachSearch {
  readonly reached: Set<string>;
  queue: readonly string[];
}

/** Whether a place is reached, level by level. */
function reach(search: ReachSearch, wanted: string, next: Links): boolean {
  while (!search.reached.has(wanted) && search.queue.length > 0) {
    const level: string[] = [];
    for (const place of search.queue) {
      for (const target of next.get(place) ?? []) {
        if (search.reached.has(target)) continue;
        search.reached.add(target);
        level.push(target);
      }
    }
    search.queue = level;
  }
  return search.reached.has(wanted);
}

function start(id: string): string {
  return `>${id}`;
}

function end(id: string): string {
  return `<${id}`;
}
