import { type Json, jsonObject } from '../base/index.ts';
import { formatIso } from '../expression/index.ts';
import type { Action, Agent } from '../model/index.ts';
import { type AgentSetup, setUpAgent } from './agentSetup.ts';
import { Conversation, type ConversationEnd } from './Conversation.ts';
import { errorToJson } from './errors.ts';
import { NOTHING_RECALLED, type Recalled, recall, remember } from './memory/agentMemory.ts';
import type { Run } from './Run.ts';
import { setAgentResult } from './stores.ts';
import { failed, type UseRequest, type UseResult } from './UseRequest.ts';

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
    finish(request, { agentId: who.agent.id, result: failed(prepared.error) });
    return;
  }
  const setup = prepared.value;
  const { memory, userText } = setup;
  if (memory === null) {
    converse(run, request, { setup, recalled: NOTHING_RECALLED });
    return;
  }
  recall(run, request.activation, {
    memory,
    text: userText,
    done: (result) => {
      if (result.ok) converse(run, request, { setup, recalled: result.value });
      else finish(request, { agentId: who.agent.id, result });
    },
  });
}

function converse(
  run: Run,
  request: UseRequest,
  { setup, recalled }: { readonly setup: AgentSetup; readonly recalled: Recalled },
): void {
  const conversation = new Conversation(run, request, {
    setup,
    recalled,
    onEnd: (end) => keep(run, request, { setup, end }),
  });
  conversation.ask();
}

/** What was said is kept before the task may end: an answer that the memory never got is not one to go on with. */
function keep(run: Run, request: UseRequest, { setup, end }: { setup: AgentSetup; end: ConversationEnd }): void {
  const { memory, agent, userText } = setup;
  const { result, answer } = end;
  const finishWith = (kept: UseResult): void =>
    finish(request, { agentId: agent.id, result: kept, metadata: toMetadata(run, setup, end) });
  if (memory === null || !result.ok) {
    finishWith(result);
    return;
  }
  const said = answer === null || answer.text === '' ? toText(result.value) : answer.text;
  remember(run, request.activation, {
    memory,
    user: userText,
    assistant: said,
    done: (failure) => finishWith(failure ?? result),
  });
}

function finish(request: UseRequest, made: { agentId: string; result: UseResult; metadata?: Json }): void {
  const { result } = made;
  const output = result.ok ? { data: result.value, metadata: made.metadata ?? null } : null;
  setAgentResult(request.frame.store, made.agentId, output, result.ok ? null : errorToJson(result.error));
  request.done(result);
}

function toMetadata(run: Run, setup: AgentSetup, { answer, usage }: ConversationEnd): Json {
  return jsonObject([
    ['model', answer?.model ?? setup.model],
    ['timestamp', formatIso(run.now)],
    ['provider', setup.provider],
    ['usage', answer === null ? null : usage],
    ['simulated', answer?.simulated ?? false],
  ]);
}

function toText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
