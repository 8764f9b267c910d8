import { isDataMap } from '../../../base/index.ts';
import type { GraphNode } from '../../../graph/index.ts';
import { configOf, exitsOf, givesInput } from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { inputReads } from '../../subject/ownerOf.ts';
import { declaredKeys } from '../../subject/passedData.ts';
import type { Finding, Rule, Subject } from '../../subject/Rule.ts';

/** Keys of `with` that the task they are passed to never reads. */
export const checkPassing: Rule = function* (subject) {
  const { nodes } = subject.analysis.graph;
  const reads = collectReads(subject);
  for (const node of nodes.values()) {
    yield* unread(node, [...node.task.path, 'with'], node.task.with, reads);
    for (const { target } of exitsOf(node.task)) {
      for (const id of target.next.length === 1 ? target.next : []) {
        const next = nodes.get(id);
        if (next !== undefined) yield* unread(next, [...target.path, 'with'], target.with, reads);
      }
    }
  }
};

/** What each task reads of its input, by id: names, or everything. */
type Reads = ReadonlyMap<string, ReadonlySet<string> | 'all'>;

function* unread(node: GraphNode, path: Path, data: GraphNode['task']['with'], reads: Reads): Iterable<Finding> {
  const known = reads.get(node.id);
  if (data === null || !isDataMap(data) || known === undefined || known === 'all') return;
  for (const key of data.keys()) {
    if (known.has(key)) continue;
    const message = `"${node.id}" does not read "input.${key}", so passing it does nothing.`;
    yield { code: 'UNUSED_INPUT', path: [...path, key], part: 'key', message };
  }
}

function collectReads(subject: Subject): Reads {
  const reads = new Map<string, Set<string> | 'all'>();
  const byTemplates = inputReads(subject);
  for (const node of subject.analysis.graph.nodes.values()) {
    const known = readsByItself(node);
    const keys = known === 'all' ? [] : (byTemplates.get(node.id) ?? []).map(({ key }) => key);
    const isWhole = known === 'all' || keys.includes(undefined);
    reads.set(node.id, isWhole ? 'all' : new Set([...known, ...keys.flatMap((key) => key ?? [])]));
  }
  return reads;
}

/** What a task does with its input without naming it: what is used, or is the output itself, gets all of it. */
function readsByItself({ task }: GraphNode): Set<string> | 'all' {
  if (task.use !== null || task.import !== null || givesInput(task)) return 'all';
  const declared = declaredKeys(task.inputSchema) ?? [];
  return new Set(configOf(task).items === null ? ['items', ...declared] : declared);
}
