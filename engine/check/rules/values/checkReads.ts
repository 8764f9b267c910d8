import type { Path } from '../../../text/index.ts';
import { createFailures } from '../../subject/failures.ts';
import { createOwnerLookup, type Owner } from '../../subject/ownerOf.ts';
import type { Rule } from '../../subject/Rule.ts';
import { createRunOrder } from '../../subject/runOrder.ts';
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
