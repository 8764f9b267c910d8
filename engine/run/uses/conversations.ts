import { isJsonObject, type Json, jsonObject } from '../../base/index.ts';
import type { ModelAnswer, ModelMessage } from '../contract/Effect.ts';
import { errorToJson, runError } from '../contract/errors.ts';
import { mismatchError } from '../contract/mismatch.ts';
import { addUsage, type ModelTurn, NO_USAGE, readAnswer, readOutput } from '../contract/readModelAnswer.ts';
import { failed, type UseResult } from '../contract/UseResult.ts';
import { work } from '../memory/agentMemory.ts';
import { requestCall } from '../requests/calls.ts';
import { tellKnown } from '../requests/tellKnown.ts';
import type { AgentCall, Conversation, ConversationEnd, Recalled } from '../state/Continuation.ts';
import { isBefore } from '../state/isBefore.ts';
import type { Run } from '../state/Run.ts';
import { deriveSeed } from '../state/random.ts';
import { agentToolsOf, callTool, toModelTools } from './tools.ts';

/** How often an answer that does not fit its schema is sent back. */
const REPAIR_TURNS = 2;

/** A conversation before its first turn. */
export function createConversation(call: AgentCall, recalled: Recalled): Conversation {
  const { messages, userText } = call.setup;
  const said: readonly ModelMessage[] = userText === null ? [] : [{ role: 'user', content: userText }];
  return {
    call,
    recalled,
    messages: [...messages, ...recalled.messages, ...said],
    usage: NO_USAGE,
    steps: 0,
    repairs: 0,
    tools: null,
  };
}

/** Asks the model for its next turn. */
export function askModel(run: Run, conversation: Conversation): void {
  const { call, recalled } = conversation;
  const { agentId, provider, model, config, instructions, outputSchema, env } = call.setup;
  requestCall(run, call.activation, {
    request: {
      type: 'model.call',
      agentId,
      provider,
      model,
      config,
      instructions:
        conversation.instructions ?? [instructions, recalled.instructions].filter((text) => text !== '').join('\n\n'),
      messages: [...conversation.messages],
      tools: [...recalled.tools, ...toModelTools(agentToolsOf(run, call.activation))],
      outputSchema,
      env,
    },
    continuation: { kind: 'agent.turn', conversation },
  });
}

/** Takes a turn of the model: how the conversation ended, or null where it continues. */
export function takeTurn(run: Run, conversation: Conversation, outcome: UseResult): ConversationEnd | null {
  if (!outcome.ok) return toEnd(conversation, outcome, null);
  const answer = readAnswer(outcome.value);
  const { setup } = conversation.call;
  conversation.usage = addUsage(conversation.usage, answer.usage);
  if (answer.toolCalls.length > 0) return requestTools(run, conversation, answer);
  const output = readOutput(answer, setup.outputSchema);
  if (output.errors.length === 0) return toEnd(conversation, { ok: true, value: output.value }, answer);
  const error = mismatchError(output.errors, {
    type: 'agent.output',
    what: `The answer of agent "${setup.agentId}"`,
  });
  if (conversation.repairs === REPAIR_TURNS || isSpent(run, conversation))
    return toEnd(conversation, failed(error), answer);
  conversation.repairs += 1;
  conversation.messages.push(
    { role: 'assistant', content: answer.text },
    {
      role: 'user',
      content: `${error.message}\nAnswer again with the whole answer, as JSON that fits the schema and nothing else.`,
    },
  );
  askModel(run, conversation);
  return null;
}

/** Whether the model was asked as often as it may be: before version 0.3 only turns with tool calls counted. */
function isSpent(run: Run, { call, steps, repairs }: Conversation): boolean {
  return steps + repairs + 1 >= call.setup.maxSteps && !isBefore(run, '0.3');
}

/** Calls what the model asked for, all concurrently; the results go back to it in the order asked. */
function requestTools(run: Run, conversation: Conversation, answer: ModelTurn): ConversationEnd | null {
  const { agentId, maxSteps } = conversation.call.setup;
  if (isSpent(run, conversation) || conversation.steps === maxSteps) {
    const message = `Agent "${agentId}" still asked for tools after ${maxSteps} steps. Raise config.max_steps, or ask for less.`;
    return toEnd(conversation, failed(runError('LIMIT_ERROR', 'agent.steps', message)), answer);
  }
  conversation.steps += 1;
  conversation.messages.push({ role: 'assistant', content: answer.text, toolCalls: answer.toolCalls });
  conversation.tools = { calls: answer.toolCalls, results: new Map() };
  for (const index of answer.toolCalls.keys()) requestTool(run, conversation, index);
  return null;
}

function requestTool(run: Run, conversation: Conversation, index: number): void {
  const { recalled, call } = conversation;
  const { activation, frame, setup } = call;
  const asked = conversation.tools?.calls[index];
  if (asked === undefined) return;
  if (setup.memory !== null && recalled.tools.some(({ name }) => name === asked.name)) {
    const continuation = { kind: 'agent.work', conversation, index } as const;
    const refusal = work(run, activation, { memory: setup.memory, input: asked.input, continuation });
    if (refusal !== null) answerTool(run, conversation, { index, content: JSON.stringify({ error: refusal }) });
    return;
  }
  const tools = agentToolsOf(run, activation);
  const found = tools.find(({ name }) => name === asked.name);
  if (found === undefined) {
    const names = [...recalled.tools, ...tools].map(({ name }) => name);
    const error = `There is no tool "${asked.name}". ${tellKnown(run, names)}`;
    answerTool(run, conversation, { index, content: JSON.stringify({ error }) });
    return;
  }
  const continuation = { kind: 'agent.tool', conversation, index } as const;
  const onceKey = onceKeyOf(run, conversation, index);
  callTool(
    run,
    { activation, frame, input: asked.input, continuation, onceKey },
    { tool: found.tool, name: found.name },
  );
}

/** Takes the result of a tool; with the last result of a turn the model is asked again. */
export function takeToolResult(
  run: Run,
  conversation: Conversation,
  { index, result }: { readonly index: number; readonly result: UseResult },
): void {
  const content = JSON.stringify(result.ok ? result.value : { error: errorToJson(result.error) });
  answerTool(run, conversation, { index, content });
}

/** Takes the result of replacing the working memory, as {@link takeToolResult}. */
export function takeWorkResult(
  run: Run,
  conversation: Conversation,
  { index, result }: { readonly index: number; readonly result: UseResult },
): void {
  const content = JSON.stringify(result.ok ? { updated: true } : { error: { ...result.error } });
  answerTool(run, conversation, { index, content });
}

function answerTool(
  run: Run,
  conversation: Conversation,
  { index, content }: { readonly index: number; readonly content: string },
): void {
  const { tools } = conversation;
  const asked = tools?.calls[index];
  if (tools === null || asked === undefined) return;
  tools.results.set(index, { role: 'tool', content, toolCallId: asked.id });
  if (tools.results.size < tools.calls.length) return;
  for (const place of tools.calls.keys())
    conversation.messages.push(...[tools.results.get(place)].filter((message) => message !== undefined));
  conversation.tools = null;
  askModel(run, conversation);
}

function toEnd({ usage }: Conversation, result: UseResult, answer: ModelTurn | null): ConversationEnd {
  return { result, answer, usage };
}

type ToolAsk = ModelAnswer['toolCalls'][number];

/**
 * What the other side is to know the call of an agent's tool by, where a person changed nothing: the tool, its arguments, and how often the
 * attempt has asked for just that before. So each attempt that asks for the same has the same key, whatever else its model asks for.
 */
function onceKeyOf(run: Run, { call, messages, tools }: Conversation, index: number): string | undefined {
  const { id, given, part } = call.activation;
  if (given !== null || isBefore(run, '0.3')) return undefined;
  const asks = messages.flatMap(({ toolCalls = [] }) => toolCalls.map(toText));
  // Those of the turn under way are the last ones.
  const [text = ''] = asks.splice(index - (tools?.calls.length ?? 0));
  const digest = [1, 2, 3, 4].map((seed) => deriveSeed(seed, text));
  return `${run.started?.runId ?? ''}/${id}/${part}${digest.join('-')}/${asks.filter((ask) => ask === text).length}`;
}

/** Equal for equal arguments, in whatever order a model writes them. */
function toText({ name, input }: ToolAsk): string {
  return JSON.stringify([name, input], (_, value: Json) =>
    isJsonObject(value)
      ? jsonObject(
          Object.keys(value)
            .sort()
            .map((key) => [key, value[key] ?? null]),
        )
      : value,
  );
}
