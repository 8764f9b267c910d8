import { edgesBySource, type Graph, type GraphEdge } from '../../../graph/index.ts';
import { handlerOf, roleOf, runsTogether, traitsOf } from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { createOwnerLookup, type Owner } from '../../subject/ownerOf.ts';
import type { Rule } from '../../subject/Rule.ts';
import { rangeIn } from './checkExpressions.ts';

/** So many tasks that are read are checked; a file with more is not written by hand. */
const MOST_SOURCES = 300;

/** Results that are read where the task cannot have ended yet: they are null there in every run. */
export const checkReads: Rule = function* (subject) {
  const { graph } = subject.analysis;
  const { nodes } = graph;
  const find = createOwnerLookup(subject);
  const order = createRunOrder(graph);
  const failures = createFailures(graph);
  const sources = new Set<string>();
  for (const { path, template } of subject.templates) {
    const owner = find(path);
    if (owner?.node.isReachable !== true) continue;
    for (const { references } of template.expressions) {
      for (const { root, path: keys, keys: places } of references) {
        const [id, field] = keys;
        if (root !== 'tasks' || field !== 'output' || typeof id !== 'string' || !nodes.has(id)) continue;
        if (sources.add(id).size > MOST_SOURCES || nodes.get(id)?.isReachable !== true) continue;
        const range = { start: places[0]?.start ?? 0, end: places[1]?.end ?? 0 };
        if (!order.mayEndBefore(id, owner.node.id, momentOf(owner.inside)))
          yield { ...explain(id, owner), path, range: rangeIn(subject, path, range) };
        else if (failures.hasFailed(id, owner.node.id, owner.inside[0] === 'on_error'))
          yield { code: 'OUTPUT_NEVER_SET', path, range: rangeIn(subject, path, range), message: failed(id) };
      }
    }
  }
};

/** Handlers and routes are evaluated when the task has ended, all else before it begins. */
function momentOf(inside: Path): 'start' | 'end' {
  const [key, setting] = inside;
  if (key === 'config') return setting === 'routes' || setting === 'default' ? 'end' : 'start';
  return typeof key === 'string' && key.startsWith('on_') && key !== 'on_start' ? 'end' : 'start';
}

function failed(id: string): string {
  return `Only a failure of "${id}" leads here, and what failed has no output: it is always null. Read "error", or tasks.${id}.error.`;
}

function explain(
  id: string,
  { node }: Owner,
): { readonly code: 'SELF_REFERENCE' | 'OUTPUT_NEVER_SET'; readonly message: string } {
  if (id === node.id) {
    const message = `"${id}" reads its own output before it has one, and no way leads back to it. Read "input", or put this into a handler.`;
    return { code: 'SELF_REFERENCE', message };
  }
  const message = `"${id}" has not ended on any way that leads to "${node.id}", so its output is always null here.`;
  return { code: 'OUTPUT_NEVER_SET', message };
}

/** Whether a task may have ended before another begins, or before it ends. */
interface RunOrder {
  mayEndBefore(id: string, other: string, moment: 'start' | 'end'): boolean;
}

/**
 * Who can come before whom in a run, by the ways a graph has: from a container to its children and from them to its end,
 * from a task's end along its handlers, from its start along `on_start`. Ways that are taken together are not distinguished.
 */
function createRunOrder(graph: Graph): RunOrder {
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

/** Where it is certain that a task has failed before. */
interface Failures {
  /** Whether only a failure of `id` leads to `other`; of the task itself, in its `on_error`. */
  hasFailed(id: string, other: string, isOnError: boolean): boolean;
}

/** Answers for one graph. Containers are omitted: they have results of what did not fail. */
function createFailures({ nodes, edges }: Graph): Failures {
  const outgoing = edgesBySource(edges);
  let incoming: ReadonlyMap<string, readonly GraphEdge[]> | undefined;
  const known = new Map<string, ReadonlySet<string>>();

  /** Tasks all ways to which begin with the failure. */
  function reachedByFailure(id: string): ReadonlySet<string> {
    const found = new Set<string>();
    const queue = (outgoing.get(id) ?? []).filter(isFailure);
    if (queue.length === 0) return found;
    incoming ??= edgesByTarget(edges);
    for (let edge = queue.pop(); edge !== undefined; edge = queue.pop()) {
      const { target } = edge;
      if (found.has(target) || nodes.get(target)?.isStart !== false) continue;
      const isOnly = (incoming.get(target) ?? []).every(
        (way) => (way.source === id && isFailure(way)) || (found.has(way.source) && way.source !== id),
      );
      if (!isOnly) continue;
      found.add(target);
      queue.push(...(outgoing.get(target) ?? []));
    }
    return found;
  }

  return {
    hasFailed: (id, other, isOnError) => {
      const node = nodes.get(id);
      if (node === undefined || node.children.length > 0) return false;
      if (traitsOf(node.task.type).children === 'item') return false;
      if (id === other) return isOnError;
      const reached = known.get(id) ?? reachedByFailure(id);
      known.set(id, reached);
      return reached.has(other);
    },
  };
}

function isFailure({ via }: GraphEdge): boolean {
  return handlerOf(via) === 'on_error';
}

function edgesByTarget(edges: readonly GraphEdge[]): ReadonlyMap<string, readonly GraphEdge[]> {
  const byTarget = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const known = byTarget.get(edge.target);
    if (known === undefined) byTarget.set(edge.target, [edge]);
    else known.push(edge);
  }
  return byTarget;
}
