import { isJsonObject, type Json } from '../../base/index.ts';
import type { McpServer } from '../ports.ts';

/** Servers as they are kept in the settings of a workspace; what is none is left out. */
export function readMcpServers(value: unknown): readonly McpServer[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: Json) => {
    if (!isJsonObject(each) || typeof each['name'] !== 'string' || typeof each['url'] !== 'string') return [];
    const { name, url, headers } = each;
    return [{ name, url, headers: Array.isArray(headers) ? headers.flatMap(readHeader) : [] }];
  });
}

function readHeader(value: Json): readonly (readonly [string, string])[] {
  if (!Array.isArray(value)) return [];
  const [name, text] = value as readonly Json[];
  return typeof name === 'string' && typeof text === 'string' ? [[name, text]] : [];
}

/** What keeps a server from being set up, as a sentence; null when nothing does. `others` are the names there are. */
export function explainMcpServer({ name, url, headers }: McpServer, others: readonly string[]): string | null {
  if (!/^[\w.-]+$/.test(name)) return 'A server is called by letters, digits, dots, dashes and underscores.';
  if (others.includes(name)) return `There is a server “${name}” already.`;
  const address = url.replace(/\{\{[^}]*\}\}/g, 'x');
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return `“${url}” is no address of a server: write one such as https://example.com/mcp.`;
  const broken = headers.find(([header]) => !/^[\w!#$%&'*+.^`|~-]+$/.test(header));
  return broken === undefined ? null : `“${broken[0]}” is no name of a header.`;
}

/** Servers with one set up in place of that of the same name, or at their end. */
export function setMcpServer(servers: readonly McpServer[], server: McpServer): readonly McpServer[] {
  const isThere = servers.some(({ name }) => name === server.name);
  return isThere ? servers.map((each) => (each.name === server.name ? server : each)) : [...servers, server];
}
