import { alwaysJumps, edgesBySource, type Graph, type GraphNode } from '../../../graph/index.ts';
import { roleOf, traitsOf, type Workflow } from '../../../model/index.ts';
import { endsInError } from '../../subject/endsInError.ts';
import type { Rule, Subject } from '../../subject/Rule.ts';
import { rangeIn } from './checkExpressions.ts';

/** The syntax of an expression that handles a missing value. */
const PREPARED = /\?|&&|\|\||\bdefault\b/;
/** So many results of a workflow are checked. */
const MOST_OUTPUTS = 200;

/** Results of the workflow that read tasks some runs never come to. */
export const checkOutputs: Rule = function* (subject) {
  const { nodes } = subject.analysis.graph;
  const places = subject.templates.filter(({ path }) => path[0] === 'outputs').slice(0, MOST_OUTPUTS);
  let mustRun: ReturnType<typeof createMustRun> | undefined;
  for (const { path, template } of places) {
    for (const { errors, references, source, start, end } of template.expressions) {
      if (errors.length > 0) continue;
      for (const { root, path: keys, keys: ranges } of references) {
        const [id, field] = keys;
        const node = root === 'tasks' && field === 'output' ? nodes.get(String(id)) : undefined;
        if (node === undefined) continue;
        mustRun ??= createMustRun(subject.analysis.graph, subject.analysis.workflow);
        const isNever = !node.isReachable;
        if (!isNever && (PREPARED.test(source.slice(start, end)) || mustRun(topOf(node, subject).id))) continue;
        const range = rangeIn(subject, path, { start: ranges[0]?.start ?? 0, end: ranges[1]?.end ?? 0 });
        const message = isNever
          ? `"${node.id}" never runs, so this is always null.`
          : `Some runs end without "${node.id}": this is null then. Say what it is instead, such as {{ … ?? 'none' }}, or leave it.`;
        yield { code: isNever ? 'OUTPUT_NEVER_SET' : 'OUTPUT_MAY_BE_MISSING', path, range, message };
      }
    }
  }
};

/** The task of the top level that a task is in. */
function topOf(node: GraphNode, { analysis }: Subject): GraphNode {
  let at = node;
  for (let parent = at.parent; parent !== null; parent = at.parent) {
    const next = analysis.graph.nodes.get(parent);
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/**
 * Whether every run that succeeds goes through a task of the top level. A run continues along one of the ways of a task
 * and along all targets of that way; a cycle is left some time.
 */
function createMustRun({ nodes, edges }: Graph, workflow: Workflow): (id: string) => boolean {
  const top = [...nodes.values()].filter(({ parent }) => parent === null);
  const outgoing = edgesBySource(edges);
  const ways = new Map(top.map((node) => [node.id, waysOf(node, outgoing.get(node.id) ?? [])] as const));
  // No run succeeds by a way that ends in an error, so that none of them avoids anything.
  const doomed = new Set(top.filter(({ task }) => endsInError(workflow, task)).map(({ id }) => id));
  const start = top.find(({ isStart }) => isStart);
  const known = new Map<string, boolean>();
  return (id) => {
    if (start === undefined) return false;
    const answer = known.get(id) ?? search(id, start.id);
    known.set(id, answer);
    return answer;
  };

  /** Takes all tasks to lead there until one is found that can avoid it, and so on backwards. */
  function search(wanted: string, from: string): boolean {
    const avoiding = new Set<string>();
    const leads = (target: string): boolean => ways.has(target) && !avoiding.has(target);
    for (let before = -1; before !== avoiding.size; ) {
      before = avoiding.size;
      for (let index = top.length - 1; index >= 0; index--) {
        const id = top[index]?.id;
        if (id === undefined || id === wanted || avoiding.has(id) || doomed.has(id)) continue;
        const own = ways.get(id);
        if (own === undefined || own.beside.some(leads)) continue;
        if (own.oneOf.length === 0 || !own.oneOf.every((way) => way.some(leads))) avoiding.add(id);
      }
    }
    return !avoiding.has(from);
  }
}

interface Ways {
  readonly beside: readonly string[];
  /** Of these, one is taken; an empty one ends the branch. */
  readonly oneOf: readonly (readonly string[])[];
}

/** What is taken besides the one way of a task is `beside`; after an uncaught error no result is read. */
function waysOf({ task }: GraphNode, edges: readonly { readonly via: string; readonly target: string }[]): Ways {
  const { hasRoutes } = traitsOf(task.type);
  const groups = new Map<string, string[]>();
  const beside: string[] = [];
  for (const { via, target } of edges) {
    const role = roleOf(via);
    if (role === 'start' || role === 'complete') beside.push(target);
    else if (hasRoutes || role === 'success' || role === 'error') groups.set(via, [...(groups.get(via) ?? []), target]);
  }
  const oneOf: (readonly string[])[] = [...groups.values()];
  if (!alwaysJumps(task)) oneOf.push([]);
  return { beside, oneOf };
}
