import { type Data, isDataMap } from '../../../base/index.ts';
import type { GraphNode } from '../../../graph/index.ts';
import { configOf, exitsOf, givesInput, resolveUse, traitsOf } from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { inputReads } from '../../subject/ownerOf.ts';
import { collectWays, declaredKeys, givenKeys } from '../../subject/passedData.ts';
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

/** Required inputs that nothing passes: such a task fails its schema each time it runs (format.md 2). */
export const checkInputs: Rule = function* (subject) {
  const { workflow, graph } = subject.analysis;
  const hasForm = declaredKeys(workflow.inputSchema) !== null;
  let ways: ReturnType<typeof collectWays> | undefined;
  for (const node of graph.nodes.values()) {
    const { task } = node;
    if (!node.isReachable) continue;
    const own = requiredBy(task.inputSchema);
    const use = resolveUse(workflow, task);
    // A collection calls it with each item, whose keys are not known.
    const isCalled = use.kind === 'tool' && traitsOf(task.type).children !== 'item' && node.children.length === 0;
    const ofTool = isCalled ? requiredBy(use.tool.schema.input) : NONE;
    // Without a form the input of a run is unknown.
    if ((own.length === 0 && ofTool.length === 0) || (node.isStart && !hasForm)) continue;
    ways ??= collectWays(subject);
    const given = givenKeys(node, subject, ways.get(node.id) ?? []);
    if (given === null) continue;
    for (const key of own) {
      if (given.has(key)) continue;
      const message = `The input needs "${key}", and neither "with" nor a handler that leads to "${node.id}" passes it.`;
      yield { code: 'MISSING_INPUT', path: [...task.path, 'schema', 'input'], part: 'key', message };
    }
    if (use.kind !== 'tool') continue;
    for (const key of ofTool) {
      if (given.has(key)) continue;
      const message = `The tool "${use.tool.id}" needs "${key}", and neither "with" nor a handler that leads to "${node.id}" passes it.`;
      yield { code: 'MISSING_INPUT', path: [...task.path, 'use'], message };
    }
  }
};

const NONE: readonly never[] = [];

/** Keys a schema requires and gives no default for. */
function requiredBy(schema: Data | null): readonly string[] {
  if (schema === null) return NONE;
  const required = entryOf(schema, 'required');
  const properties = entryOf(schema, 'properties') ?? null;
  if (!Array.isArray(required)) return NONE;
  return required.filter(
    (key: Data) => typeof key === 'string' && entryOf(entryOf(properties, key), 'default') === undefined,
  );
}

function entryOf(data: Data | undefined, key: string): Data | undefined {
  return isDataMap(data) ? data.get(key) : undefined;
}
