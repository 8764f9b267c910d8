import { type Data, isDataMap } from '../../../base/index.ts';
import type { GraphNode } from '../../../graph/index.ts';
import { exitsOf, resolveUse, traitsOf } from '../../../model/index.ts';
import type { Rule, Subject } from '../../subject/Rule.ts';

/** Required inputs that nothing passes: such a task fails its schema each time it runs (format.md 2). */
export const checkInputs: Rule = function* (subject) {
  const { workflow, graph } = subject.analysis;
  let passed: Passed | undefined;
  for (const node of graph.nodes.values()) {
    const { task } = node;
    if (!node.isReachable) continue;
    const own = requiredBy(task.inputSchema);
    const use = resolveUse(workflow, task);
    // A collection calls it with each item, whose keys are not known.
    const isCalled = use.kind === 'tool' && traitsOf(task.type).children !== 'item' && node.children.length === 0;
    const ofTool = isCalled ? requiredBy(use.tool.schema.input) : NONE;
    if (own.length === 0 && ofTool.length === 0) continue;
    passed ??= collectPassed(subject);
    const given = givenTo(node, subject, passed);
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

type Passed = ReadonlyMap<string, readonly (Data | null)[]>;

/** What handlers and routes pass, by the task they lead to. */
function collectPassed({ analysis }: Subject): Passed {
  const passed = new Map<string, (Data | null)[]>();
  for (const { task } of analysis.graph.nodes.values()) {
    for (const { target } of exitsOf(task)) {
      for (const id of target.next) {
        const known = passed.get(id);
        if (known === undefined) passed.set(id, [target.with]);
        else known.push(target.with);
      }
    }
  }
  return passed;
}

/** The keys a task's input has on some way; null where they cannot be known before a run. */
function givenTo({ id, task, isStart }: GraphNode, { analysis }: Subject, passed: Passed): ReadonlySet<string> | null {
  const layers: (Data | null)[] = [task.with, ...(passed.get(id) ?? [])];
  if (isStart) {
    const properties = entryOf(analysis.workflow.inputSchema, 'properties');
    // Without a form the input of a run is unknown.
    if (!isDataMap(properties)) return null;
    layers.push(properties);
  }
  const keys = new Set<string>();
  for (const layer of layers) {
    if (layer === null) continue;
    if (!isDataMap(layer)) return null;
    for (const key of layer.keys()) keys.add(key);
  }
  return keys;
}

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
