import type { McpServer } from '../ports.ts';

/** `{{ env.NAME }}` in the address or a header of a server. */
const READ = /\{\{\s*env\.([A-Za-z_]\w*)\s*\}\}/g;

/**
 * Servers with the variables their addresses and headers name in place: `lookUp` answers with a value, or with the
 * placeholder of a secret. What it does not know stays as it is written.
 */
export function fillMcpServers(
  servers: readonly McpServer[],
  lookUp: (name: string) => string | undefined,
): readonly McpServer[] {
  const fill = (text: string): string => text.replace(READ, (written, name: string) => lookUp(name) ?? written);
  return servers.map(({ name, url, headers }) => ({
    name,
    url: fill(url),
    headers: headers.map(([header, value]) => [header, fill(value)] as const),
  }));
}
