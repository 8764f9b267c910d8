import type { Json, JsonObject } from '../../base/index.ts';
import type { ModelAnswer, ModelMessage, ModelTool } from '../contract/Effect.ts';
import type { Answer, Usage } from '../contract/readModelAnswer.ts';
import type { UseResult } from '../contract/UseResult.ts';
import type { Activation } from './Activation.ts';
import type { Continuation } from './Continuation.ts';
import type { Frame } from './Frame.ts';

/** One call of the agent that a task uses, ready for its first turn: every template resolved. */
export interface AgentCall {
  readonly activation: Activation;
  /** Where the task's `use` is evaluated, and where the result is written. */
  readonly frame: Frame;
  /** Resumed with the result. */
  readonly continuation: Continuation;
  readonly setup: AgentSetup;
}

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

/** The turns of one agent call, until one asks for no tool and fits the schema. */
export interface Conversation {
  call: AgentCall;
  readonly recalled: Recalled;
  /** The system prompt that a person wrote instead of that of the setup. */
  instructions?: string;
  readonly messages: ModelMessage[];
  usage: Usage;
  /** Turns with tool calls so far. */
  steps: number;
  /** Answers that were sent back so far. */
  repairs: number;
  /** The tools that the last turn asked for, and their results so far, by index; null while the model is asked. */
  tools: { readonly calls: ModelAnswer['toolCalls']; readonly results: Map<number, ModelMessage> } | null;
}

/** How a conversation ended: its result, the model's last answer, and the usage of all turns. */
export interface ConversationEnd {
  readonly result: UseResult;
  readonly answer: Answer | null;
  readonly usage: Usage;
}
