import type { Json } from '../../base/index.ts';

/** A tool as its server declares it. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schemas; null where the server declares none. */
  readonly inputSchema: Json;
  readonly outputSchema: Json | null;
}
