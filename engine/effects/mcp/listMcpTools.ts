import { err, ok, type Result } from '../../base/index.ts';
import type { RunError } from '../../run/index.ts';
import type { Egress } from '../egress.ts';
import type { McpServer } from '../ports.ts';
import { explainHandshake } from './mcpFailure.ts';
import { type ListedTools, openConnection } from './openConnection.ts';

/** Opens a session with a server, lists its tools and closes it. The error is a message for the user. */
export async function listMcpTools(
  server: McpServer,
  egress: Egress,
  signal: AbortSignal,
): Promise<Result<ListedTools, RunError>> {
  try {
    const { tools, note, close } = await openConnection(server, egress, signal);
    void close();
    return ok({ tools, note });
  } catch (error) {
    return err((await explainHandshake(error, server, { egress, signal })).error);
  }
}
