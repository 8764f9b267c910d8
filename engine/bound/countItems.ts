import { type Data, isDataMap } from '../base/index.ts';
import { type ExpressionNode, parseBareTemplate } from '../expression/index.ts';

/** How many items there are at most, where the text says it: a list, a map, or an input whose schema has `maxItems`. */
export function countItems(items: Data, inputSchema: Data): number | null {
  if (Array.isArray(items)) return items.length;
  if (isDataMap(items)) return items.size;
  if (typeof items !== 'string') return null;
  const template = parseBareTemplate(items);
  if (template.kind !== 'expression' || template.errors.length > 0) return null;
  const { ast: root } = template.expression;
  if (root.kind === 'list') return root.items.length;
  if (root.kind === 'map') return root.entries.length;
  const path = pathOf(root);
  const [name, part, ...keys] = path ?? [];
  // The run's input fits its schema before anything starts; that of a task is another one.
  return (name === 'workflow' || name === 'trigger') && part === 'input' ? maxItems(inputSchema, keys) : null;
}

/** The keys of a chain of members, its root first; null for all else. */
function pathOf(node: ExpressionNode): readonly (string | number)[] | null {
  const keys: (string | number)[] = [];
  let at = node;
  for (; at.kind === 'member'; at = at.object) keys.unshift(at.key);
  return at.kind === 'root' ? [at.name, ...keys] : null;
}

function maxItems(inputSchema: Data, keys: readonly (string | number)[]): number | null {
  let schema = inputSchema;
  for (const key of keys) {
    const properties = keyOf(schema, 'properties');
    schema = keyOf(properties, String(key));
  }
  const most = keyOf(schema, 'maxItems');
  return keyOf(schema, 'type') === 'array' && typeof most === 'number' && most >= 0 ? most : null;
}

function keyOf(data: Data, key: string): Data {
  return isDataMap(data) ? (data.get(key) ?? null) : null;
}
