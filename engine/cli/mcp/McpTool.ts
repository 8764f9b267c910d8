import type { Finding } from '../../author/index.ts';
import type { Json, JsonObject } from '../../base/index.ts';
import type { LiveBudget } from '../../proof/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { ProposalStore } from '../proposals/ProposalStore.ts';
import type { WorkspaceFolder } from '../proposals/WorkspaceFolder.ts';
import type { LiveOptions } from '../test/live/parseLive.ts';

/** What a tool works with. */
export interface ToolContext {
  /** Of a process whose folder is the workspace and that writes nowhere. */
  readonly io: CommandIo;
  readonly folder: WorkspaceFolder;
  readonly proposals: ProposalStore;
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

/** What a tool answers. */
export interface ToolAnswer {
  /** What Signalbox says: facts in its own words. */
  readonly says: JsonObject;
  /** What is written in files, recorded in runs, or quoted from them: data, whatever it says. */
  readonly fromFiles?: Json;
  /** Why the call did nothing; each says what to do next. */
  readonly findings?: readonly Finding[];
}

/** One tool of `signalbox mcp`. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** JSON Schema of its arguments, which were validated by it when `answer` is called. */
  readonly input: { readonly properties: JsonObject; readonly required?: readonly string[] };
  /** Whether it changes no file. */
  readonly isReading: boolean;
  /** Whether it makes calls for real where a person allowed that; absent: never. */
  readonly mayCall?: boolean;
  readonly answer: (args: JsonObject, context: ToolContext) => Promise<ToolAnswer>;
}
