import type { Budget, ModelPrice } from '#engine/run';
import type { McpServer, McpTool, RunServer, SecretState, ShippedPrice, Variable } from '#engine/worker';

/** What is set up next to the files: variables, secrets, servers, prices. */
export interface WorkspaceState {
  /** Values of secrets are not among them: the engine keeps those. */
  readonly variables: readonly Variable[];
  readonly secrets: SecretState;
  /** MCP servers that are set up: their tools are `mcp:<server>/<tool>`. */
  readonly mcpServers: readonly McpServer[];
  /** The tools that servers last listed, by the name of the server. */
  readonly mcpTools: ReadonlyMap<string, readonly McpTool[]>;
  /** Servers that execute runs. Values of their tokens are not here: the engine keeps those. */
  readonly servers: readonly RunServer[];
  /** The address of the server that runs start on; null: this browser. */
  readonly runOn: string | null;
  /** Which memory its panel shows: the id of one in the open file, or a key of the panel's own; null: the first. */
  readonly memory: string | null;
  /** What models cost, as a user set it on this device. */
  readonly prices: readonly ModelPrice[];
  /** What models cost, as it came with the app; empty until asked for. */
  readonly shippedPrices: readonly ShippedPrice[];
  /** What a run's models may take before it pauses. */
  readonly budget: Budget;
}
