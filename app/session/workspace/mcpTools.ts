import { isJsonObject } from '#engine/values';
import type { McpServer, McpTool } from '#engine/worker';
import type { SessionState } from '../store/State.ts';
import { useSession } from '../store/store.ts';
import { type NamedTool, workspaceRuntime } from './runtime.ts';

type ToolsByServer = SessionState['workspace']['mcpTools'];

/** The tools of the servers that are set up, as far as the servers have listed them. The same list while those are the same. */
export function namedTools({ workspace: { mcpTools } }: Pick<SessionState, 'workspace'>): readonly NamedTool[] {
  const last = workspaceRuntime.namedTools;
  if (last?.tools === mcpTools) return last.named;
  const named = [...mcpTools].flatMap(([server, tools]) => tools.map((tool) => toNamed(server, tool)));
  workspaceRuntime.namedTools = { tools: mcpTools, named };
  return named;
}

function toNamed(server: string, { name, description, inputSchema }: McpTool): NamedTool {
  const properties = isJsonObject(inputSchema) ? inputSchema['properties'] : undefined;
  const inputs = isJsonObject(properties) ? Object.keys(properties) : [];
  return { use: `mcp:${server}/${name}`, description, inputs, inputSchema };
}

/** The same for components. */
export function useNamedTools(): readonly NamedTool[] {
  return useSession(namedTools);
}

/** What is still known of tools when the servers change: a server at another address may have others. */
export function keepTools(
  tools: ToolsByServer,
  before: readonly McpServer[],
  now: readonly McpServer[],
): ToolsByServer {
  const isSame = (name: string): boolean => {
    const url = now.find((server) => server.name === name)?.url;
    return url !== undefined && url === before.find((server) => server.name === name)?.url;
  };
  const kept = [...tools].filter(([name]) => isSame(name));
  return kept.length === tools.size ? tools : new Map(kept);
}

/** Whether a stored value is a list of tools of a server. */
export function areTools(value: unknown): value is readonly McpTool[] {
  return Array.isArray(value) && value.every((it: unknown) => isNamed(it) && typeof it.description === 'string');
}

function isNamed(value: unknown): value is { readonly name: string; readonly description: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'description' in value &&
    'inputSchema' in value
  );
}
