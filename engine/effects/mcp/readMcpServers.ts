import { isJsonObject, type Json } from '../../base/index.ts';
import type { McpServer } from '../ports.ts';

/** Servers as they are kept in the settings of a workspace; what is none is omitted. */
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

/** Why a server cannot be set up, as a message; null where it can. `others` are the existing names. */
export function explainMcpServer({ name, url, headers }: McpServer, others: readonly string[]): string | null {
  if (!/^[\w.-]+$/.test(name)) return 'The name of a server has letters, digits, dots, dashes and underscores only.';
  if (others.includes(name)) return `A server “${name}” already exists.`;
  const address = url.replace(/\{\{[^}]*\}\}/g, 'x');
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return `“${url}” is not the address of a server: write one such as https://example.com/mcp.`;
  const broken = headers.find(([header]) => !/^[\w!#$%&'*+.^`|~-]+$/.test(header));
  return broken === undefined ? null : `“${broken[0]}” is not the name of a header.`;
}

/** Servers with one set up in place of that of the same name, or at their end. */
export function setMcpServer(servers: readonly McpServer[], server: McpServer): readonly McpServer[] {
  const isThere = servers.some(({ name }) => name === server.name);
  return isThere ? servers.map((each) => (each.name === server.name ? server : each)) : [...servers, server];
}
