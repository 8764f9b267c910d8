import type { Json, JsonObject } from '../../base/index.ts';
import type { ModelAnswer, ModelCall, Outcome } from '../../run/index.ts';
import { sampleFromSchema } from '../../schema/index.ts';
import { cancelled, fail, succeedSimulated } from '../outcome.ts';
import type { ModelContext } from './ModelProvider.ts';
import {
  findScriptedError,
  findScriptedResponse,
  type MockResponse,
  type MockScript,
  readMockScript,
} from './mockScript.ts';

/**
 * The provider `mock` (format.md section 9), which also replaces every model in a simulated run: offline,
 * deterministic, seeded by the prompt, scripted by `config.mock`, always marked as simulated.
 */
export async function answerWithMock(call: ModelCall, context: ModelContext): Promise<Outcome> {
  const script = readMockScript(call.config);
  if (!script.ok) {
    return fail('CONFIGURATION_ERROR', script.error, { type: 'mock', reason: 'script', agent: call.agentId });
  }
  const prompt = toPrompt(call);
  const name = `${call.agentId} ${JSON.stringify(call.config.mock ?? null)}`;
  const failure = findScriptedError(script.value, prompt, context.nextIndex(`${name} calls`));
  const response =
    failure === null ? chooseResponse(script.value, prompt, () => context.nextIndex(`${name} answers`)) : undefined;
  await context.delay(script.value.latency, context.signal);
  if (context.signal.aborted) return cancelled();
  if (failure !== null) return { ok: false, error: failure.error, retryAfter: failure.retryAfter };
  return succeedSimulated(toAnswer(call, prompt, response));
}

/** Answers bound to a prompt do not use up a turn of the list. */
function chooseResponse(script: MockScript, prompt: string, nextIndex: () => number): MockResponse | undefined {
  const first = findScriptedResponse(script, prompt, 0);
  return first === undefined || first.when !== null ? first : findScriptedResponse(script, prompt, nextIndex());
}

function toPrompt({ instructions, messages }: ModelCall): string {
  return [instructions, ...messages.map(({ role, content }) => `${role}: ${content}`)].join('\n');
}

function toAnswer(call: ModelCall, prompt: string, response: MockResponse | undefined): ModelAnswer {
  const isToolTurn = response !== undefined && response.toolCalls.length > 0;
  const output = isToolTurn ? null : (response?.output ?? generateOutput(call, prompt));
  const text = isToolTurn ? '' : typeof output === 'string' ? output : JSON.stringify(output);
  return {
    text,
    object: call.outputSchema === null ? null : output,
    toolCalls: (response?.toolCalls ?? []).map(({ name, input }, index) => ({ id: `call_${index + 1}`, name, input })),
    model: call.model === '' ? 'mock' : call.model,
    usage: { input_tokens: countTokens(prompt), output_tokens: countTokens(text) },
    simulated: true,
  } satisfies JsonObject & ModelAnswer;
}

function generateOutput(call: ModelCall, prompt: string): Json {
  if (call.outputSchema !== null) return sampleFromSchema(call.outputSchema, hashText(prompt));
  const question = call.messages.findLast((message) => message.role === 'user')?.content ?? '';
  return question === '' ? 'A simulated answer.' : `A simulated answer to “${question.slice(0, 80)}”.`;
}

/** Four characters a token, as a rule of thumb. */
function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** FNV-1a over UTF-16 units, as an unsigned 32-bit seed. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
