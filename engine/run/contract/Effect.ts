import type { Json, JsonObject } from '../../base/index.ts';

/** The seed's error object. `details` of the machine's errors is `{type, reason, …}`. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly details: Json;
}

/**
 * Something the machine asks the host to do. Plain data, journaled by its key.
 * `key` is `run/task/activation/attempt/step`, stable over replays: the idempotency key of the call.
 */
export type Effect = Call | TimerStart | TimerCancel | EffectAbort;

/** What a performer performs, answered by an {@link Outcome}. */
export type Call = ToolCall | ModelCall | MemoryCall;

interface CallBase {
  readonly key: string;
  readonly taskId: string;
  /** What the other side is to know it by: the key of the first attempt that asked for the same; absent: it is this call's own. */
  readonly onceKey?: string;
  /** Reads `env.X` in scope at the call; secret values are opaque placeholders, resolved in the egress only. */
  readonly env: JsonObject;
  /** True: models, and tools that are not built in, are answered from their schemas (format.md section 9). */
  readonly simulate: boolean;
  /** Seed for what the performer makes up (mock answers), derived from the run's seed and the key. */
  readonly seed: number;
}

/** Call a built-in or a tool. Answered by an {@link Outcome} with the tool's bare result. */
export interface ToolCall extends CallBase {
  readonly type: 'tool.call';
  /** `core:http`, … : the resolved reference of what runs. */
  readonly use: string;
  /** Id of the definition in `tools`, if it came from one. */
  readonly toolId: string | null;
  readonly input: Json;
  readonly config: JsonObject;
  /** Schemas of the definition, checked by the machine; the performer reads `output` when it simulates. */
  readonly outputSchema: Json | null;
}

/** One turn of a model. Answered by an {@link Outcome} with a {@link ModelAnswer} as value. */
export interface ModelCall extends CallBase {
  readonly type: 'model.call';
  readonly agentId: string;
  readonly provider: string;
  readonly model: string;
  /** The agent's `config`, the action's merged over it, templates resolved; with `mock` where given. */
  readonly config: JsonObject;
  /** System prompt. */
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  /** JSON Schema of the answer; null for plain text. */
  readonly outputSchema: Json | null;
}

/** One turn of a conversation. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** What an assistant's turn asked for. */
  readonly toolCalls?: ModelAnswer['toolCalls'];
  /** Of a `tool` message: the call it answers. */
  readonly toolCallId?: string;
}

/** A tool as it is described to a model. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Json;
}

/**
 * What a model said in one turn. `added` in it is what was sent after the system prompt and is not in the request: the schema of the
 * answer, for a provider that takes it in no other way.
 */
export interface ModelAnswer extends JsonObject {
  /** What it said, without what it thought before. */
  readonly text: string;
  /** The parsed answer when a schema was asked for, else null. */
  readonly object: Json;
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly input: Json }[];
  readonly model: string;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
  /** True for a mock answer, which is marked as such wherever it is shown. */
  readonly simulated: boolean;
}

/**
 * Read or write a memory (format.md section 9). Answered by an {@link Outcome} with a {@link MemoryAnswer} as value.
 * Made again with the same key, a write changes nothing more.
 */
export interface MemoryCall extends CallBase {
  readonly type: 'memory.call';
  /** The seed's memory object, templates resolved, secrets as placeholders; with its `id`. */
  readonly memory: JsonObject;
  readonly threadId: string;
  /** The machine's time in ms since the epoch: what is written is stamped with it. */
  readonly at: number;
  /** Whether anything reads `current_thread`: else its messages are omitted of the answer. */
  readonly wholeThread: boolean;
  readonly request: MemoryRequest;
}

/** What a memory is asked to do. The answer holds the state of the thread afterwards. */
export type MemoryRequest =
  | { readonly op: 'read' }
  /** Also searches all threads for what is like the text, less what `last_messages` has. */
  | { readonly op: 'recall'; readonly text: string }
  | { readonly op: 'append'; readonly messages: readonly MemoryEntry[] }
  /** Replaces the working memory of the thread. */
  | { readonly op: 'work'; readonly text: string }
  | { readonly op: 'search'; readonly text: string; readonly maxResults: number }
  | { readonly op: 'clear' };

/** What is said and kept. */
export interface MemoryEntry extends JsonObject {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A kept message: the seed's shape. `timestamp` is ISO 8601. */
export interface MemoryMessage extends MemoryEntry {
  readonly timestamp: string;
}

/** The state of a memory: the seed's memory references, and the working memory of the thread. */
export interface MemoryAnswer extends JsonObject {
  readonly current_thread: {
    readonly thread_id: string;
    readonly messages: readonly MemoryMessage[];
    readonly metadata: { readonly created_at: string | null; readonly updated_at: string | null };
  };
  /** Oldest first, as many as `options.lastMessages`. */
  readonly last_messages: readonly MemoryMessage[];
  /** Best first; empty unless the request searches. `similarity` is in [0, 1]. */
  readonly semantic_search: readonly {
    readonly content: string;
    readonly similarity: number;
    readonly timestamp: string;
    /** `role`: who said it; absent in what earlier versions recorded. */
    readonly metadata: { readonly thread_id: string; readonly role?: MemoryEntry['role'] };
  }[];
  /** Null until something is written. */
  readonly working_memory: string | null;
}

/** Feed `timer.fired` with this id once the clock reads `at` (ms since the epoch) or later. */
export interface TimerStart {
  readonly type: 'timer.start';
  readonly id: string;
  readonly at: number;
  /** Set where it bounds what runs (a timeout): a virtual clock, which is stopped while an effect runs, must still let it fire. */
  readonly isDeadline?: true;
}

/** Drop the timer with this id: it need not fire. */
export interface TimerCancel {
  readonly type: 'timer.cancel';
  readonly id: string;
}

/** Abort the effect with this key; its outcome, if it still comes, is ignored by the machine. */
export interface EffectAbort {
  readonly type: 'effect.abort';
  readonly key: string;
}

/** The result of a call. `retryAfter`: the delay the provider asks for, in ms. `warnings` become warning events. */
export type Outcome =
  | ({
      readonly ok: true;
      readonly value: Json;
      readonly simulated: boolean;
      readonly warnings: readonly OutcomeWarning[];
    } & Exposed)
  | ({
      readonly ok: false;
      readonly error: RunError;
      readonly retryAfter: number | null;
      /** Set where the call was not made, since the host lacks this: the run pauses, and makes it once it is resumed. */
      readonly missing?: Missing;
    } & Exposed);

/** What a host lacks for a call. `name`: of the secret, the variable or the server. */
export type Missing =
  | { readonly what: 'secret' | 'variable' | 'server'; readonly name: string }
  | { readonly what: 'workspace' | 'state' };

/** What the machine keeps in its journal and does not read: names of the guessable secrets that the run has used so far. */
interface Exposed {
  readonly exposed?: readonly string[];
}

/** A warning about a call that succeeded. */
export interface OutcomeWarning {
  readonly code: string;
  readonly message: string;
  /** What of the value it is about, as an expression would read it: `body.items[0].id`; omitted where it is about all of it. */
  readonly path?: string;
}

type Made = 'key' | 'taskId' | 'simulate' | 'seed';

/** A call as its task asks for it: key, seed and mode are added when it is made. */
export type CallRequest = Omit<ToolCall, Made> | Omit<ModelCall, Made> | Omit<MemoryCall, Made>;
