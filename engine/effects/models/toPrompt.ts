import type {
  JSONSchema7,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { isJsonObject, type Json } from '../../base/index.ts';
import type { ModelAnswer, ModelCall, Outcome, OutcomeWarning } from '../../run/index.ts';
import { warnOfLost } from '../limitJson.ts';
import { succeed } from '../outcome.ts';
import { badAnswer, type FaultContext, ofKind, readFault } from './readFault.ts';
import { isWholeJson, readJson } from './readJson.ts';
import type { Turn } from './readStream.ts';

type ModelMessage = ModelCall['messages'][number];

/**
 * A call's conversation as the library takes it. System messages come first, in their order, since some providers
 * take them nowhere else; without any other message the instructions are the user's message. `schema`, where given, is part
 * of the instructions.
 */
export function toPrompt(call: ModelCall, schema: Json | null): LanguageModelV4Prompt {
  const said = call.messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const asked = schema === null ? [] : [askFor(schema)];
  const system = [call.instructions, ...said, ...asked].filter((text) => text !== '').join('\n\n');
  const messages = call.messages.filter(({ role }) => role !== 'system');
  if (messages.length === 0) return [{ role: 'user', content: [{ type: 'text', text: system }] }];
  const names = new Map(
    messages.flatMap(({ toolCalls }) => (toolCalls ?? []).map(({ id, name }) => [id, name] as const)),
  );
  const rest = messages.flatMap((message) => toMessage(message, names));
  return system === '' ? rest : [{ role: 'system', content: system }, ...rest];
}

/** Tools as the library takes them: described, never executed. */
export function toTools(tools: ModelCall['tools']): LanguageModelV4FunctionTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    ...(description === '' ? {} : { description }),
    inputSchema: toSchema(inputSchema),
  }));
}

/** A schema for the library: JSON Schema, which it hands on unread. */
export function toSchema(schema: Json): JSONSchema7 {
  // A JSON Schema is a JSON object; what the author wrote in it is for the provider to judge.
  return (isJsonObject(schema) ? schema : {}) as JSONSchema7;
}

/** Asks in words for an answer that fits a schema. */
export function askFor(schema: Json): string {
  return `Answer with JSON that fits this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`;
}

function toMessage(message: ModelMessage, names: ReadonlyMap<string, string>): LanguageModelV4Message[] {
  const { role, content, toolCalls = [], toolCallId = '' } = message;
  switch (role) {
    case 'system':
      return [];
    case 'user':
      return [{ role, content: [{ type: 'text', text: content }] }];
    case 'assistant': {
      const text = content === '' ? [] : [{ type: 'text' as const, text: content }];
      const calls = toolCalls.map(({ id, name, input }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: name,
        input,
      }));
      return text.length + calls.length === 0 ? [] : [{ role, content: [...text, ...calls] }];
    }
    case 'tool': {
      const output = { type: 'text' as const, value: content };
      return [{ role, content: [{ type: 'tool-result', toolCallId, toolName: names.get(toolCallId) ?? '', output }] }];
    }
  }
}

/** A turn as the machine takes it: an answer with its warnings, or the fault that ended it. */
export function toOutcome(turn: Turn, call: ModelCall, fault: FaultContext): Outcome {
  const [error] = turn.errors;
  const { title } = fault.spec;
  if (error !== undefined) return isWithoutEnd(error) && turn.hasContent ? brokenOff(fault) : readFault(error, fault);
  const reason = turn.finish?.unified ?? 'other';
  if (reason === 'content-filter') {
    const said = turn.text === '' ? '' : ` It had said: ${turn.text.slice(0, 300)}`;
    const message = `${title} refused to answer: its content filter or the model itself stopped it.${said}`;
    return ofKind({ code: 'PROVIDER_ERROR', reason: 'refusal' }, message, fault);
  }
  // A library may name a reason of its own where the provider gave none.
  const hasEnd = turn.finish?.raw !== undefined || (fault.spec.endsWithoutReason === true && reason !== 'other');
  if (!hasEnd && !turn.hasContent) return badAnswer('an answer without anything in it.', fault);
  if (!hasEnd || reason === 'error' || reason === 'interrupted') return brokenOff(fault);
  if (reason === 'length' && isUnusable(turn, call)) return cutAtLimit(call, fault);
  const warnings = turn.warnings.map((warning) => toWarning(warning, title));
  if (reason === 'length') warnings.push({ code: 'ANSWER_CUT', message: explainCut(call, title) });
  const { outputSchema: schema } = call;
  const isFinal = schema !== null && turn.toolCalls.length === 0;
  const { value, lost } = (isFinal ? readJson(turn.text, schema) : undefined) ?? { value: null, lost: [] };
  warnings.push(...warnOfLost(lost, 'output', 'Make it a string in the output schema.'));
  return succeed(toAnswer(turn, call, value), warnings);
}

/** What a library reports where a stream ended without saying why. */
function isWithoutEnd(error: unknown): boolean {
  return error instanceof Error && error.message.includes('ended without a finish reason');
}

function brokenOff(fault: FaultContext): Outcome {
  const message = `${fault.spec.title} broke off before the end of its answer. Run it again.`;
  return ofKind({ code: 'COMMUNICATION_ERROR', reason: 'cut' }, message, fault);
}

/** Whether a cut answer is of no use: not whole as JSON that was asked for, or in the middle of what a tool is called with. */
function isUnusable({ text, toolCalls }: Turn, { outputSchema }: ModelCall): boolean {
  if (toolCalls.length > 0) return toolCalls.some(({ input }) => !isJsonObject(input));
  return outputSchema !== null && !isWholeJson(text);
}

/** A cut answer is not sent back to be repaired: it would be cut again, and paid for again. */
function cutAtLimit(call: ModelCall, fault: FaultContext): Outcome {
  return ofKind({ code: 'LIMIT_ERROR', reason: 'max_tokens' }, explainCut(call, fault.spec.title), fault);
}

function toAnswer({ text, toolCalls, model, usage, finish }: Turn, call: ModelCall, object: Json): ModelAnswer {
  const { thoughts, said } = splitThoughts(text, finish?.unified === 'length');
  return {
    text: said,
    ...(thoughts === '' ? {} : { thoughts }),
    object,
    toolCalls,
    model: model ?? call.model,
    usage: { input_tokens: usage?.inputTokens.total ?? 0, output_tokens: usage?.outputTokens.total ?? 0 },
    simulated: false,
  };
}

function explainCut({ config }: ModelCall, title: string): string {
  const limit = config['max_tokens'];
  const where = typeof limit === 'number' ? `config.max_tokens (${limit})` : 'config.max_tokens';
  return `${title} stopped in the middle: the answer is longer than it may be. Raise ${where}, or ask for a shorter answer.`;
}

function toWarning(warning: SharedV4Warning, title: string): OutcomeWarning {
  const code = 'MODEL_SETTING';
  switch (warning.type) {
    case 'unsupported':
    case 'compatibility': {
      const what = warning.type === 'unsupported' ? 'has no use for' : 'cannot take as written:';
      const details = warning.details === undefined ? '' : ` ${withConfigNames(warning.details)}`;
      return { code, message: `${title} ${what} ${withConfigNames(warning.feature)}.${details}` };
    }
    case 'deprecated':
      return { code, message: `${title}: ${withConfigNames(warning.message)}` };
    case 'other':
      return { code, message: `${title}: ${withConfigNames(warning.message)}` };
  }
}

const CONFIG_NAMES: Readonly<Record<string, string>> = {
  temperature: 'config.temperature',
  maxOutputTokens: 'config.max_tokens',
  topP: 'config.top_p',
  topK: 'config.top_k',
  frequencyPenalty: 'config.frequency_penalty',
  presencePenalty: 'config.presence_penalty',
  seed: 'config.seed',
  stopSequences: 'config.stop',
};

/** Libraries name settings their own way; users know them by their fields. */
function withConfigNames(text: string): string {
  return text.replace(/\b[a-z]+[A-Z]\w+\b|\btemperature\b/g, (name) => CONFIG_NAMES[name] ?? name);
}

/** An answer in two parts: what its model thought before, without the tags around it, and what it then said. */
interface SplitAnswer {
  /** Empty where there are none. */
  readonly thoughts: string;
  readonly said: string;
}

const OPENED = /^\s*<(think|thinking|reasoning)>([\s\S]*?)(?:<\/\1>\s*|$)/i;

/** Some servers omit the tag that opens the thoughts: then the one that closes them is alone on its line. */
const CLOSED_ONLY = /^([\s\S]*?)\n[ \t]*<\/(?:think|thinking|reasoning)>[ \t]*(?:\n\s*|$)/i;

/**
 * Parts the text of an answer from what its model thought. A text that only writes about such tags stays whole.
 *
 * @param isCut whether the answer was cut off: thoughts without an end are then all that came
 */
export function splitThoughts(text: string, isCut: boolean): SplitAnswer {
  const opened = OPENED.exec(text);
  const [whole = '', , inside = ''] = opened ?? [];
  if (opened !== null && (isCut || /<\/\w+>\s*$/.test(whole)))
    return { thoughts: inside.trim(), said: text.slice(whole.length) };
  const closed = opened === null ? CLOSED_ONLY.exec(text) : null;
  if (closed === null) return { thoughts: '', said: text };
  return { thoughts: (closed[1] ?? '').trim(), said: text.slice(closed[0].length) };
}
