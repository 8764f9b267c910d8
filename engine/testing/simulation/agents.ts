import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { Call, MemoryCall, ModelCall, Outcome } from '../../run/index.ts';
import type { ScriptedMemory } from '../ScriptedMemory.ts';
import { type AgentScript, type FaultPlace, MOST_REQUESTS } from './AgentScript.ts';
import { attemptOf, type Question, replyTo, type Scenario, toOutcome, valueOf } from './Scenario.ts';

/** The parts of a document that its agent needs; `options` of the memory, or null for an agent without one. */
export function agentParts(provider: string, options: JsonObject | null): JsonObject {
  const output = { type: 'object', required: ['v'], properties: { v: { type: 'number' } } };
  const agent = {
    id: 'helper',
    use: 'core:agent',
    config: { provider, model: 'm', max_steps: MOST_REQUESTS },
    tools: [{ id: 'look' }],
    actions: [{ id: 'go', instructions: 'Go', output }],
  };
  const vector = { use: 'core:in-memory', dimensions: 8, config: {} };
  return {
    ...(options === null ? {} : { memory: { id: 'chat', vector, options } }),
    tools: [{ id: 'look', use: 'core:http', schema: { input: { type: 'object' }, output: {} } }],
    agents: [agent],
  };
}

/** What comes back to a call of an agent's task; null where nothing does. What is remembered is kept in the memory. */
export function answerAgent(
  scenario: Scenario,
  script: AgentScript,
  request: { call: Call; memory: ScriptedMemory },
): Outcome | null {
  const { call, memory } = request;
  const question: Question = { taskId: call.taskId, attempt: attemptOf(call), input: inputOf(call) };
  const reply = replyTo(scenario, question);
  if (reply.kind !== 'ok' && placeOf(call) === script.faultAt) return toOutcome(reply, question);
  if (call.type === 'memory.call') return well(memory.answer(call));
  return well(call.type === 'model.call' ? turnOf(call, script, question) : valueOf(question));
}

function well(value: Json): Outcome {
  return { ok: true, value, simulated: false, warnings: [] };
}

function placeOf(call: Call): FaultPlace | null {
  if (call.type === 'tool.call') return 'tool';
  if (call.type === 'model.call') return countTurns(call) === 0 ? 'model' : null;
  if (call.request.op === 'append') return 'remember';
  return call.request.op === 'recall' ? 'recall' : null;
}

/** The input of the task, as the model gets it. */
function inputOf(call: Call): Json {
  if (call.type === 'tool.call') return call.input;
  return parse(call.type === 'model.call' ? (call.messages[saidAt(call)]?.content ?? '') : textOf(call));
}

function textOf({ request }: MemoryCall): string {
  if (request.op === 'recall') return request.text;
  return request.op === 'append' ? (request.messages[0]?.content ?? '') : '';
}

/** A text as the JSON that it is; null where it is none. */
export function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The position of the user's message: recalled messages come before it, and a request for a better answer is no JSON. */
function saidAt({ messages }: ModelCall): number {
  return messages.findLastIndex(({ role, content }) => role === 'user' && isJsonObject(parse(content)));
}

function countTurns(call: ModelCall): number {
  return call.messages.slice(saidAt(call)).filter(({ role }) => role === 'assistant').length;
}

function turnOf(call: ModelCall, script: AgentScript, question: Question): JsonObject {
  const turn = countTurns(call);
  const plain = { text: '', object: null, toolCalls: [], model: 'm', usage: { input_tokens: 2, output_tokens: 1 } };
  if (turn < script.turns) return { ...plain, toolCalls: toolCallsOf(turn, script, question) };
  if (turn < script.turns + script.misfits) return { ...plain, text: `misfit ${turn}` };
  return { ...plain, text: JSON.stringify(valueOf(question)) };
}

function toolCallsOf(turn: number, { asksTwice, takesNotes }: AgentScript, { input }: Question): readonly Json[] {
  const v = isJsonObject(input) ? (input['v'] ?? 0) : 0;
  const look = (id: string): Json => ({ id, name: 'look', input: { url: '/look', method: 'POST', v } });
  const note = { id: `n${turn}`, name: 'update_working_memory', input: { memory: `<user>${turn}</user>` } };
  return [look(`l${turn}`), ...(asksTwice ? [look(`r${turn}`)] : []), ...(takesNotes && turn === 0 ? [note] : [])];
}
