import { err, ok, type Result } from '../../base/index.ts';
import { explainMcpServer, type McpServer } from '../../effects/index.ts';

/** Reads `--mcp NAME=URL` and `--header NAME:KEY=VALUE`. The error is one sentence. */
export function parseServers(
  servers: readonly string[],
  headers: readonly string[],
): Result<readonly McpServer[], string> {
  const found = new Map<string, McpServer & { readonly headers: (readonly [string, string])[] }>();
  for (const entry of servers) {
    const [, name, url] = /^([^=]+)=(.+)$/.exec(entry) ?? [];
    if (name === undefined || url === undefined) return err(`--mcp takes NAME=URL, not "${entry}".`);
    const server = { name, url, headers: [] };
    const problem = explainMcpServer(server, [...found.keys()]);
    if (problem !== null) return err(`--mcp ${name}: ${problem}`);
    found.set(name, server);
  }
  for (const entry of headers) {
    // The value after = may be a secret: no error repeats it.
    const [, name, key, value] = /^([^:=]+):([^=]+)=(.*)$/s.exec(entry) ?? [];
    if (name === undefined || key === undefined || value === undefined)
      return err('--header takes NAME:KEY=VALUE, such as --header docs:Authorization="Bearer …".');
    const server = found.get(name);
    if (server === undefined) return err(`--header ${name}:${key}: there is no --mcp ${name}=URL.`);
    server.headers.push([key, value]);
    const problem = explainMcpServer(server, []);
    if (problem !== null) return err(`--header ${name}:${key}: ${problem}`);
  }
  return ok([...found.values()]);
}
