import type { Egress } from '../egress.ts';
import { type Failure, fail } from '../outcome.ts';
import type { McpServer } from '../ports.ts';
import { explainBlocked, isInBrowser } from './explainBlocked.ts';
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
