import type { WorkspaceState } from '../store/WorkspaceState.ts';
import type { NamedTool } from './mcpTools.ts';

/** What the workspace slice holds beside the store while the page is open, and is never drawn. */
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
