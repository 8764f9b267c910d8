import type { Json, JsonObject } from '../../base/index.ts';
import type { ModelMessage, ModelTool } from '../contract/Effect.ts';

/** What an agent is asked, with all templates resolved. */
export interface AgentSetup {
  readonly agentId: string;
  readonly env: JsonObject;
  readonly provider: string;
  readonly model: string;
  readonly config: JsonObject;
  readonly instructions: string;
  /** The action's own, which come before all others. */
  readonly messages: readonly ModelMessage[];
  /** What the user says; null where the input is empty. */
  readonly userText: string | null;
  /** Its own, else the workflow's. */
  readonly memory: AgentMemory | null;
  /** JSON Schema of the answer; null for plain text. */
  readonly outputSchema: Json | null;
  /** Requests there may be. */
  readonly maxSteps: number;
}

/** The memory of one agent call: which, and whose thread. */
export interface AgentMemory {
  readonly id: string;
  readonly threadId: string;
}

/** What an agent knows before its first turn. */
export interface Recalled {
  /** For the system prompt; empty where the agent keeps no working memory. */
  readonly instructions: string;
  /** The last messages, oldest first, then one with what was found for the user's text. */
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
}
