import { type Data, isDataMap } from '../../../base/index.ts';
import { resolveUse, traitsOf } from '../../../model/index.ts';
import { collectWays, declaredKeys, givenKeys } from '../../subject/passedData.ts';
import type { Rule } from '../../subject/Rule.ts';

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
