import type { Json, JsonObject } from '../../base/index.ts';
import type { CallRequest, MemoryRequest, ModelAnswer, ModelMessage, ModelTool } from '../contract/Effect.ts';
import type { ModelTurn, Usage } from '../contract/readModelAnswer.ts';
import type { UseResult } from '../contract/UseResult.ts';
import type { Activation, Batch, HeldRelease, ItemSlot, ListenerRelease, ParallelBody, Store } from './Activation.ts';
import type { Plan } from './Plan.ts';

/**
 * What a run does once a timer fires, a signal or the outcome of a call arrives, or a hook returns.
 * Plain data, so that a run can be stored while it waits. `resume` dispatches on the kind.
 */
export type Continuation =
  | TaskContinuation
  | CollectionContinuation
  | ParallelContinuation
  | WaitContinuation
  | UseContinuation
  | HeldContinuation;

type TaskContinuation =
  /** A queued activation starts, unless the run is paused. */
  | { readonly kind: 'task.start'; readonly activation: Activation }
  /** `on_task_start` has returned: it begins. */
  | { readonly kind: 'task.begin'; readonly activation: Activation }
  /** `on_task_complete` has returned: its plan is followed, unless its scope has failed meanwhile. */
  | {
      readonly kind: 'task.follow';
      readonly activation: Activation;
      readonly plan: Plan;
      /** How many errors its scope had when it was called. */
      readonly failures: number;
    }
  /** A retry is due. */
  | { readonly kind: 'attempt.start'; readonly activation: Activation }
  /** The attempt took longer than `limit` ms. */
  | { readonly kind: 'attempt.timeout'; readonly activation: Activation; readonly limit: number };

type CollectionContinuation =
  /** `on_batch_start` has returned. */
  | { readonly kind: 'batch.enter'; readonly batch: Batch }
  /** `on_batch_complete` has returned. */
  | { readonly kind: 'batch.end'; readonly batch: Batch }
  | { readonly kind: 'batch.timeout'; readonly batch: Batch; readonly limit: number }
  /** `on_item_start` has returned. */
  | { readonly kind: 'item.run'; readonly slot: ItemSlot }
  /** The item's own use has ended. */
  | { readonly kind: 'item.settle'; readonly slot: ItemSlot }
  /** `on_item_success` or `on_item_error` has returned. */
  | { readonly kind: 'item.end'; readonly slot: ItemSlot }
  | { readonly kind: 'item.timeout'; readonly slot: ItemSlot; readonly limit: number };

type ParallelContinuation =
  /** `on_operation_start` has returned. */
  | { readonly kind: 'operation.begin'; readonly body: ParallelBody; readonly index: number }
  /** `on_operation_complete` has returned. */
  | { readonly kind: 'operation.end'; readonly body: ParallelBody }
  /** The same two, of a parallel task without children. */
  | { readonly kind: 'single.begin'; readonly activation: Activation }
  | { readonly kind: 'single.end'; readonly activation: Activation; readonly result: UseResult };

export type WaitContinuation =
  /** `on_check` has returned. */
  | { readonly kind: 'wait.probe'; readonly activation: Activation }
  | { readonly kind: 'wait.check'; readonly activation: Activation }
  | { readonly kind: 'wait.deadline'; readonly activation: Activation }
  /** The check that ran at the deadline has had another interval. */
  | { readonly kind: 'wait.expire'; readonly activation: Activation }
  | { readonly kind: 'wait.signal'; readonly activation: Activation };

/** The kinds below are resumed with a result. */
type UseContinuation =
  /** What the task uses. */
  | { readonly kind: 'use.end'; readonly activation: Activation }
  /** A tool of the document: the task's own, or the one of this name that its agent called. */
  | {
      readonly kind: 'tool.end';
      readonly activation: Activation;
      readonly store: Store;
      readonly name: string | null;
      readonly continuation: Continuation;
    }
  | { readonly kind: 'agent.recall'; readonly call: AgentCall; readonly hasSearched: boolean }
  | { readonly kind: 'agent.turn'; readonly conversation: Conversation }
  | { readonly kind: 'agent.tool'; readonly conversation: Conversation; readonly index: number }
  /** The call of the model's that replaces its working memory. */
  | { readonly kind: 'agent.work'; readonly conversation: Conversation; readonly index: number }
  | { readonly kind: 'agent.remember'; readonly call: AgentCall; readonly end: ConversationEnd }
  | {
      readonly kind: 'memory.end';
      readonly id: string;
      readonly threadId: string;
      readonly op: MemoryRequest['op'];
      readonly continuation: Continuation;
    }
  /** `core:memory`. */
  | { readonly kind: 'memory.tool'; readonly op: MemoryRequest['op']; readonly continuation: Continuation }
  /** One of the memories that are read before the first task begins; `left` counts those without an answer. */
  | {
      readonly kind: 'memory.first';
      readonly id: string;
      readonly reading: { left: number; readonly continuation: Continuation };
    };

/** What may be held while a run is paused, besides `task.start` and `task.begin`. */
type HeldContinuation =
  | { readonly kind: 'timer.fire'; readonly id: string }
  /** A call that was not made, since the host lacked something. */
  | { readonly kind: 'call.again'; readonly key: string }
  | {
      readonly kind: 'call.request';
      readonly activation: Activation;
      readonly request: CallRequest;
      readonly continuation: Continuation;
    };

/** What is held while a run is paused; it is dropped when its activation, or part of one, is stopped by then. */
export interface Held extends HeldRelease {
  /** Null for a timer, which is stopped by itself. */
  readonly activation: Activation | null;
  readonly continuation: Continuation;
}

/** A wait for signals of a name. */
export interface Listener extends ListenerRelease {
  readonly continuation: Continuation;
}

/** One call of the agent that a task uses, ready for its first turn: every template resolved. */
export interface AgentCall {
  readonly activation: Activation;
  /** Where the task's `use` is evaluated, and where the result is written. */
  readonly frame: Frame;
  /** Resumed with the result. */
  readonly continuation: Continuation;
  readonly setup: AgentSetup;
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
  readonly answer: ModelTurn | null;
  readonly usage: Usage;
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

/** Where an expression is evaluated: for which activation (null for the run itself), over which results. */
export interface Frame {
  readonly activation: Activation | null;
  readonly store: Store;
  /** Roots for this evaluation alone, nearest of all: `event` of a handler, `value` of a route, `item`. */
  readonly roots: ReadonlyMap<string, Json>;
  readonly env: JsonObject;
}
