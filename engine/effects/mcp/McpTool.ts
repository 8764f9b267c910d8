import type { Json } from '../../base/index.ts';

/** The tools of a server. */
export interface ListedTools {
  readonly tools: readonly McpTool[];
  /** Why the list may not be whole, in words for the user; null where it is. */
  readonly note: string | null;
}

/** A tool as its server declares it. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schemas; null where the server declares none. */
  readonly inputSchema: Json;
  readonly outputSchema: Json | null;
}
