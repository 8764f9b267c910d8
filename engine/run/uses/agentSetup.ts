import {
  type Data,
  err,
  isDataMap,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObject,
  ok,
  type Result,
  toJson,
  toText,
} from '../../base/index.ts';
import type { Action, Agent } from '../../model/index.ts';
import type { ModelMessage, RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import { evaluate, evaluateMap, withEnv } from '../evaluate/evaluate.ts';
import { threadOf } from '../memory/callMemory.ts';
import type { UseRequest } from '../requests/UseRequest.ts';
import type { AgentSetup, Frame } from '../state/Continuation.ts';
import { warn } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';
import { mergeDeep } from './tools.ts';

const DEFAULT_MAX_STEPS = 10;

/** Resolves what an agent is asked (format.md 9): config, instructions, messages, and the user's message from the input. */
export function setUpAgent(
  run: Run,
  request: UseRequest,
  who: { readonly agent: Agent; readonly action: Action | null },
): Result<AgentSetup, RunError> {
  const { agent, action } = who;
  const where = `agents.${agent.id}`;
  const outer = withEnv(run, request.frame, { env: agent.env, where: `${where}.env` });
  if (!outer.ok) return outer;
  const input = readInput(run, outer.value, { agent, input: request.input });
  if (!input.ok) return input;
  const frame: Frame = { ...outer.value, roots: new Map([...outer.value.roots, ['input', input.value]]) };
  const config = readConfig(run, frame, who);
  if (!config.ok) return config;
  const problem = findProblem(run, request, { agent, config: config.value });
  if (problem !== null) return err(problem);
  const maxSteps = readMaxSteps(agent, config.value);
  if (!maxSteps.ok) return maxSteps;
  const instructions = readInstructions(run, frame, who);
  if (!instructions.ok) return instructions;
  const memory = agent.memory ?? run.program.workflow.memory;
  const messages = readMessages(run, frame, { messages: action?.messages ?? [], where });
  if (!messages.ok) return messages;
  return ok({
    agentId: agent.id,
    env: frame.env,
    provider: textOf(config.value['provider']),
    model: textOf(config.value['model']),
    config: config.value,
    instructions: instructions.value,
    messages: messages.value,
    userText: toUserText(input.value),
    memory: memory === null ? null : { id: memory.id, threadId: threadOf(run, input.value) },
    outputSchema: action === null || action.output === null ? null : toJson(action.output),
    maxSteps: maxSteps.value,
  });
}

/** The agent's `with` is the base of its input (format.md 3). */
function readInput(run: Run, frame: Frame, given: { agent: Agent; input: Json }): Result<Json, RunError> {
  const { agent, input } = given;
  if (agent.with === null) return ok(input);
  const base = evaluateMap(run, frame, { data: agent.with, where: `agents.${agent.id}.with` });
  if (!base.ok) return base;
  return ok(isJsonObject(input) ? jsonObject([...Object.entries(base.value), ...Object.entries(input)]) : input);
}

function readConfig(
  run: Run,
  frame: Frame,
  who: { agent: Agent; action: Action | null },
): Result<JsonObject, RunError> {
  let config: JsonObject = {};
  for (const [data, where] of [
    [who.agent.config, 'config'],
    [who.action?.config ?? null, 'actions.config'],
  ] as const) {
    if (data === null) continue;
    const layer = evaluateMap(run, frame, { data, where: `agents.${who.agent.id}.${where}` });
    if (!layer.ok) return layer;
    config = mergeDeep(config, layer.value);
  }
  return ok(config);
}

/** Why an agent cannot run, else null; also warns of what is missing. */
function findProblem(run: Run, request: UseRequest, made: { agent: Agent; config: JsonObject }): RunError | null {
  const { agent, config } = made;
  if (agent.import !== null && agent.use === null) {
    const message = `Agent "${agent.id}" is imported from "${agent.import}", which is not in this workspace. Add the file, or write the definition here.`;
    return runError('IMPORT_ERROR', 'import', message, { import: agent.import });
  }
  const isBuiltIn = agent.use === null || (agent.use.repo === 'core' && agent.use.package === 'agent');
  if (isBuiltIn || run.started?.simulate === true) return null;
  if (textOf(config['provider']) === '') {
    const message = `Nothing is known as "${agent.use?.text ?? ''}", which agent "${agent.id}" uses. Set its config.provider to run it as core:agent.`;
    return runError('REFERENCE_ERROR', 'reference.agent', message);
  }
  const message = `Agent "${agent.id}" uses "${agent.use?.text ?? ''}", which is not known here; it runs as core:agent with its config.`;
  warn(run, request.activation, { code: 'UNKNOWN_AGENT', message, path: `agents.${agent.id}.use` });
  return null;
}

function readInstructions(
  run: Run,
  frame: Frame,
  who: { agent: Agent; action: Action | null },
): Result<string, RunError> {
  const parts: string[] = [];
  for (const data of [who.agent.instructions, who.action?.instructions ?? null]) {
    if (data === null || data === '') continue;
    const text = evaluate(run, frame, { data, where: `agents.${who.agent.id}.instructions` });
    if (!text.ok) return text;
    parts.push(toText(text.value));
  }
  return ok(parts.join('\n\n'));
}

function readMessages(
  run: Run,
  frame: Frame,
  given: { messages: readonly Data[]; where: string },
): Result<ModelMessage[], RunError> {
  const messages: ModelMessage[] = [];
  for (const data of given.messages) {
    if (!isDataMap(data)) continue;
    const role = data.get('role');
    const content = evaluate(run, frame, { data: data.get('content') ?? null, where: `${given.where}.messages` });
    if (!content.ok) return content;
    messages.push({ role: role === 'system' || role === 'assistant' ? role : 'user', content: toText(content.value) });
  }
  return ok(messages);
}

/** The user's message: `input.prompt`, else the input as JSON; none when it is empty (format.md 9). */
function toUserText(input: Json): string | null {
  const prompt = isJsonObject(input) ? input['prompt'] : undefined;
  if (prompt !== undefined && prompt !== null) return toText(prompt);
  const isEmpty = input === null || input === '' || (isJsonObject(input) && Object.keys(input).length === 0);
  return isEmpty ? null : toText(input);
}

function readMaxSteps(agent: Agent, config: JsonObject): Result<number, RunError> {
  const steps = config['max_steps'] ?? DEFAULT_MAX_STEPS;
  if (typeof steps === 'number' && Number.isInteger(steps) && steps >= 1) return ok(steps);
  const message = `config.max_steps of agent "${agent.id}" must be a whole number from 1, and it is ${JSON.stringify(steps)}.`;
  return err(runError('CONFIGURATION_ERROR', 'agent.max_steps', message));
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
