import type { GraphNode } from '../../../graph/index.ts';
import { createMustRun } from '../../subject/mustRun.ts';
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
