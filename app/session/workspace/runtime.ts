import type { Json } from '#engine/values';
import type { WorkspaceState } from '../store/State.ts';

/** A tool of an MCP server, as a task names it. */
export interface NamedTool {
  /** `mcp:<server>/<tool>`. */
  readonly use: string;
  readonly description: string;
  /** Keys of its input. */
  readonly inputs: readonly string[];
  /** A JSON Schema; null where its server declares none. */
  readonly inputSchema: Json;
}

/** What the workspace slice holds next to the store while the page is open, and is never drawn. */
interface WorkspaceRuntime {
  /** Set once the prices that come with the app are asked for. */
  loadingPrices: Promise<void> | null;
  /** The tools that were named last, and of which servers. */
  namedTools: { readonly tools: WorkspaceState['mcpTools']; readonly named: readonly NamedTool[] } | null;
}

export const workspaceRuntime: WorkspaceRuntime = { loadingPrices: null, namedTools: null };

/** For tests: forgets all of it. */
export function resetWorkspaceRuntime(): void {
  Object.assign(workspaceRuntime, { loadingPrices: null, namedTools: null });
}
