import type { AuthorContext, AuthorTool } from '../../authoring/index.ts';
import type { LiveBudget } from '../../proof/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { ProposalStore } from '../proposals/ProposalStore.ts';
import type { WorkspaceFolder } from '../proposals/WorkspaceFolder.ts';
import type { LiveOptions } from '../test/live/LIVE.ts';

/** What a tool works with. */
export interface ToolContext extends AuthorContext {
  /** Of a process whose folder is the workspace and that writes nowhere. */
  readonly io: CommandIo;
  readonly folder: WorkspaceFolder;
  readonly proposals: ProposalStore;
  /** What names a text of the workspace. */
  readonly hashOf: (text: string) => string;
  /** What the client calls itself, and the token that it came with. */
  readonly who: string;
  /** Whether a person allowed that proposals are applied at once. */
  readonly applies: boolean;
  /** How calls are made for real; null: no person allowed that. */
  readonly live: LiveCalls | null;
}

/** Calls that are made for real. */
export interface LiveCalls {
  /** Of the process that was started, with its variables and its network. */
  readonly io: CommandIo;
  readonly options: LiveOptions;
  /** What they take, for as long as the tools are served. */
  readonly budget: LiveBudget;
}

/** One tool of `signalbox mcp`. */
export type McpTool = AuthorTool<ToolContext>;
