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

/**
 * Names of the variables in the headers of servers, and in their addresses but for the scheme, the host and the port, where no
 * secret may be: on the command line they are secrets.
 */
export function listServerVariables(servers: readonly McpServer[]): ReadonlySet<string> {
  const texts = servers.flatMap(({ url, headers }) => [withoutHost(url), ...headers.map(([, value]) => value)]);
  return new Set(texts.flatMap((text) => [...text.matchAll(READ)].map(([, name = '']) => name)));
}

/** An address without the scheme, and the host with its port. */
function withoutHost(url: string): string {
  return url.replace(/^[^:]*:\/\/([^/?#]*@)?[^/?#]*/, '$1');
}
