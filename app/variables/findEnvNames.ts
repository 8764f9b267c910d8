import { type Syntax, toNodeData } from '#engine';
import { collectReferences, type Data, isDataMap } from '#engine/values';
import type { McpServer } from '#engine/worker';

/**
 * Names that a document reads as `env.NAME` and does not set itself, sorted: they come from the workspace's variables.
 * Names set by an `env` of the workflow, a task, an agent or a tool are omitted.
 */
export function findEnvNames(syntax: Syntax): readonly string[] {
  const data = toNodeData(syntax.root);
  const read = new Set<string>();
  for (const { root, path } of collectReferences(data)) {
    const name = path[0];
    if (root === 'env' && typeof name === 'string') read.add(name);
  }
  const set = new Set<string>();
  collectSet(data, set);
  return [...read].filter((name) => !set.has(name)).sort();
}

/** Names that the addresses and headers of MCP servers read. */
export function findServerNames(servers: readonly McpServer[]): readonly string[] {
  const texts = servers.flatMap(({ url, headers }) => [url, ...headers.map(([, value]) => value)]);
  return texts.flatMap((text) => [...text.matchAll(/\{\{\s*env\.([A-Za-z_]\w*)\s*\}\}/g)].map(([, name = '']) => name));
}

function collectSet(data: Data, names: Set<string>): void {
  if (Array.isArray(data)) for (const item of data) collectSet(item, names);
  if (!isDataMap(data)) return;
  for (const [key, value] of data) {
    if (key === 'env' && isDataMap(value)) for (const name of value.keys()) names.add(name);
    collectSet(value, names);
  }
}
