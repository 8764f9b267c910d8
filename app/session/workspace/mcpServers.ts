import type { McpServer, McpTool } from '#engine/worker';
import { reachOut } from '../document/engine.ts';
import { readOnlyReason } from '../document/readOnly.ts';
import { notify } from '../store/notices.ts';
import { session, update } from '../store/store.ts';
import { keepTools } from './mcpTools.ts';

/**
 * The tools of a server, which are remembered, or a message why they could not be listed. Servers are set up by the user
 * alone, under Variables: no file names one.
 */
export async function listServerTools(server: McpServer): Promise<readonly McpTool[] | string> {
  const {
    workspace: { variables },
  } = session.getState();
  const asked = reachOut({ type: 'person' }, (engine) => engine.listMcpTools(server, variables));
  const answer = await asked.catch(() => null);
  if (answer == null) return 'The engine does not answer. Try again.';
  if (!answer.ok) return answer.error.message;
  const { tools, note } = answer.value;
  if (note !== null) notify({ kind: 'warning', message: `${server.name}: ${note}` });
  update({ workspace: { mcpTools: new Map(session.getState().workspace.mcpTools).set(server.name, tools) } });
  return tools;
}

/** Replaces the MCP servers of the workspace. They are kept on this device and never written to YAML. */
export function setMcpServers(mcpServers: readonly McpServer[]): void {
  const blocked = readOnlyReason();
  if (blocked) notify({ kind: 'warning', message: blocked });
  else {
    const before = session.getState();
    update({
      workspace: {
        mcpServers,
        mcpTools: keepTools(before.workspace.mcpTools, before.workspace.mcpServers, mcpServers),
      },
    });
  }
}
