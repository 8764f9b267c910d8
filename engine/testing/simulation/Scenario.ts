import type { Json, JsonObject } from '../../base/index.ts';
import type { Call, Outcome, RunError } from '../../run/index.ts';
import type { AgentScript } from './AgentScript.ts';

/** What the server says to a call. `hang`: nothing, ever. */
export type Reply =
  | { readonly kind: 'ok' }
  | { readonly kind: 'error'; readonly code: string; readonly retryAfter?: number }
  | { readonly kind: 'hang' };

/** How the server treats one task: a reply for each attempt, the last one for those after it. */
export interface Behaviour {
  readonly replies: readonly Reply[];
  /** Another reply for calls with this `v`: one item of a collection. */
  readonly exception?: { readonly v: number; readonly reply: Reply };
}

/** A workflow, and the world it runs in. */
export interface Scenario {
  readonly workflow: JsonObject;
  readonly input: JsonObject;
  /** By task id; a task that is not named is answered well. */
  readonly behaviours: ReadonlyMap<string, Behaviour>;
  /** Tasks that use the agent, and how its model plays its part in each. */
  readonly agents: ReadonlyMap<string, AgentScript>;
  /** Payloads that come from outside, each once, by the name of the signal. */
  readonly signals: ReadonlyMap<string, Json>;
}

/** What the server has to go by: nothing that depends on when the call comes. */
export interface Question {
  readonly taskId: string;
  readonly attempt: number;
  readonly input: Json;
}

const OK: Reply = { kind: 'ok' };

/** The server's reply: to equal questions always the same. */
export function replyTo(scenario: Scenario, { taskId, attempt, input }: Question): Reply {
  const behaviour = scenario.behaviours.get(taskId);
  if (behaviour === undefined) return OK;
  const { replies, exception } = behaviour;
  if (exception !== undefined && readV(input) === exception.v) return exception.reply;
  return replies[Math.min(attempt, replies.length) - 1] ?? OK;
}

/** What a good reply holds. */
export function valueOf({ taskId, input }: Question): JsonObject {
  const letters = Array.from(taskId).reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return { v: (readV(input) * 3 + letters) % 50, from: taskId };
}

/** The attempt a call belongs to: its key is `run/task/activation/attempt/step`. */
export function attemptOf({ key }: Call): number {
  return Number(key.split('/').at(-2));
}

/** The question a call of a task asks that uses a tool. */
export function questionOf(call: Call): Question {
  return { taskId: call.taskId, attempt: attemptOf(call), input: call.type === 'tool.call' ? call.input : null };
}

/** A reply as what comes back to the machine; null where nothing does. */
export function toOutcome(reply: Reply, question: Question): Outcome | null {
  if (reply.kind === 'hang') return null;
  if (reply.kind === 'ok') return { ok: true, value: valueOf(question), simulated: false, warnings: [] };
  const error: RunError = { code: reply.code, message: `The server said ${reply.code}.`, details: null };
  return { ok: false, error, retryAfter: reply.retryAfter ?? null };
}

function readV(input: Json): number {
  const v = typeof input === 'object' && input !== null && 'v' in input ? input.v : 0;
  return typeof v === 'number' ? v : 0;
}
