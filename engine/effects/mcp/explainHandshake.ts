import type { Egress } from '../egress.ts';
import { type Failure, fail } from '../outcome.ts';
import type { McpServer } from '../ports.ts';
import { isRefused, isUnanswered, toMcpFailure } from './mcpFailure.ts';
import { SessionUnseenError } from './openConnection.ts';

/** Why the handshake with a server failed. In a browser that may be a header which it forbids, or does not expose. */
export async function explainHandshake(
  thrown: unknown,
  server: McpServer,
  { egress, signal }: { readonly egress: Egress; readonly signal: AbortSignal },
): Promise<Failure> {
  const error = thrown instanceof SessionUnseenError ? thrown.cause : thrown;
  const failure = toMcpFailure(error, `The MCP server “${server.name}” cannot be used`, server.name);
  if (!isInBrowser()) return failure;
  const reason = isUnanswered(error)
    ? await explainBlocked(server, egress, signal)
    : thrown instanceof SessionUnseenError && isRefused(error)
      ? `it refuses what follows the handshake, and does not expose the header Mcp-Session-Id to pages of other sites. Let its Access-Control-Expose-Headers name Mcp-Session-Id. (${thrown.message})`
      : null;
  if (reason === null) return failure;
  const message = `The MCP server “${server.name}” cannot be used from a browser: ${reason}`;
  return fail('COMMUNICATION_ERROR', message, { type: 'mcp', reason: 'cors', server: server.name });
}

/** Headers of the protocol that a browser sends to another site only where the server allows them. */
const PROTOCOL_HEADERS = ['content-type', 'mcp-protocol-version', 'mcp-session-id', 'last-event-id'];

/**
 * Finds out why a browser's request to a server got no answer, by sending one header at a time: a browser does not
 * report it. Null where the server cannot be reached even without any, or where nothing is forbidden.
 */
export async function explainBlocked(server: McpServer, egress: Egress, signal: AbortSignal): Promise<string | null> {
  const isAnswered = async (headers: readonly (readonly [string, string])[]): Promise<boolean> => {
    const asked = { url: server.url, query: [], method: 'POST', headers, body: '{}' };
    const answer = await egress.open(asked, signal);
    if (answer.ok) await answer.value.body.cancel();
    return answer.ok;
  };
  if (!(await isAnswered([['content-type', 'text/plain']]))) return null;
  const own = server.headers.map(([name]) => name.toLowerCase());
  const forbidden: string[] = [];
  for (const name of [...PROTOCOL_HEADERS, ...own]) {
    const value = name === 'content-type' ? 'application/json' : 'probe';
    const plain = name === 'content-type' ? [] : [['content-type', 'text/plain'] as const];
    if (!(await isAnswered([...plain, [name, value]]))) forbidden.push(name);
  }
  if (forbidden.length === 0) return null;
  const names = forbidden.join(', ');
  const noun = forbidden.length === 1 ? 'the header' : 'the headers';
  return `It answers, but does not let a page of another site send ${noun} ${names}. Let its Access-Control-Allow-Headers name ${forbidden.length === 1 ? 'it' : 'them'}, and its Access-Control-Expose-Headers name Mcp-Session-Id.`;
}

/** True where a browser decides what may be sent: on a page, or in a worker of one. */
function isInBrowser(): boolean {
  return typeof Reflect.get(globalThis, 'location') === 'object';
}
