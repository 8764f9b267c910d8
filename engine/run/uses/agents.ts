import { type Json, jsonObject } from '../../base/index.ts';
import { formatIso } from '../../expression/index.ts';
import type { Action, Agent } from '../../model/index.ts';
import { errorToJson } from '../contract/errors.ts';
import { failed, type UseResult } from '../contract/UseResult.ts';
import { setAgentResult } from '../evaluate/stores.ts';
import { NOTHING_RECALLED, recall, remember, toRecalled } from '../memory/agentMemory.ts';
import type { UseRequest } from '../requests/UseRequest.ts';
import type { AgentCall, Conversation, ConversationEnd, Recalled } from '../state/Continuation.ts';
import type { Run } from '../state/Run.ts';
import { setUpAgent } from './agentSetup.ts';
import { askModel, createConversation, takeTurn } from './conversations.ts';

/**
 * Runs an agent's action (format.md 9): it recalls, then turns of its model follow until one asks for no tool and fits
 * the action's `output` schema, then it remembers. Each call of the model, a tool or the memory is a recorded step. The
 * result is kept as `agents.<id>`.
 */
export function callAgent(
  run: Run,
  request: UseRequest,
  who: { readonly agent: Agent; readonly action: Action | null },
): void {
  const prepared = setUpAgent(run, request, who);
  if (!prepared.ok) {
    finish(run, request, { agentId: who.agent.id, result: failed(prepared.error) });
    return;
  }
  const { activation, frame, continuation } = request;
  const call: AgentCall = { activation, frame, continuation, setup: prepared.value };
  if (prepared.value.memory === null) converse(run, call, NOTHING_RECALLED);
  else recall(run, call, prepared.value.memory);
}

/** Continues with the memory's answer, before the first turn. */
export function takeRecall(
  run: Run,
  call: AgentCall,
  { result, hasSearched }: { readonly result: UseResult; readonly hasSearched: boolean },
): void {
  if (result.ok) converse(run, call, toRecalled(run, call, { answer: result.value, hasSearched }));
  else finish(run, call, { agentId: call.setup.agentId, result });
}

function converse(run: Run, call: AgentCall, recalled: Recalled): void {
  askModel(run, createConversation(call, recalled));
}

/** Continues with a turn of the model. The messages are stored before the task may end: an answer that the memory never got does not count. */
export function takeAnswer(run: Run, conversation: Conversation, outcome: UseResult): void {
  const end = takeTurn(run, conversation, outcome);
  if (end === null) return;
  const { call } = conversation;
  const { result, answer } = end;
  if (call.setup.memory === null || !result.ok) {
    finishCall(run, call, end);
    return;
  }
  const assistant = answer === null || answer.text === '' ? toMessage(result.value) : answer.text;
  const continuation = { kind: 'agent.remember', call, end } as const;
  remember(run, call.activation, { memory: call.setup.memory, user: call.setup.userText, assistant, continuation });
}

/** Ends a call once the memory has kept what was said, or could not. */
export function takeRemembered(
  run: Run,
  call: AgentCall,
  { end, result }: { readonly end: ConversationEnd; readonly result: UseResult },
): void {
  finishCall(run, call, result.ok ? end : { ...end, result });
}

function finishCall(run: Run, call: AgentCall, end: ConversationEnd): void {
  const metadata = toMetadata(run, call, end);
  finish(run, call, { agentId: call.setup.agentId, result: end.result, metadata });
}

function finish(
  run: Run,
  { frame, continuation }: Pick<UseRequest, 'frame' | 'continuation'>,
  made: { agentId: string; result: UseResult; metadata?: Json },
): void {
  const { result } = made;
  const output = result.ok ? { data: result.value, metadata: made.metadata ?? null } : null;
  setAgentResult(frame.store, made.agentId, output, result.ok ? null : errorToJson(result.error));
  run.machine.resume(run, continuation, result);
}

function toMetadata(run: Run, { setup }: AgentCall, { answer, usage }: ConversationEnd): Json {
  return jsonObject([
    ['model', answer?.model ?? setup.model],
    ['timestamp', formatIso(run.now)],
    ['provider', setup.provider],
    ['usage', answer === null ? null : usage],
    ['simulated', answer?.simulated ?? false],
  ]);
}

function toMessage(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
