import type { SharedV4Warning } from '@ai-sdk/provider';
import { type ExactJson, isJsonObject, type Json } from '../../base/index.ts';
import { jsonIn, type ModelAnswer, type ModelCall, type Outcome, type OutcomeWarning } from '../../run/index.ts';
import { parseExactly, warnOfLost } from '../limitJson.ts';
import { succeed } from '../outcome.ts';
import { badAnswer, type FaultContext, ofKind, readFault } from './readFault.ts';
import type { Turn } from './readStream.ts';

/** A turn as the machine takes it: an answer with its warnings, or the fault that ended it. */
export function toOutcome(turn: Turn, call: ModelCall, fault: FaultContext): Outcome {
  const [error] = turn.errors;
  if (error !== undefined) return readFault(error, fault);
  const { title } = fault.spec;
  const isEmpty = turn.text === '' && turn.toolCalls.length === 0;
  const reason = turn.finish?.unified ?? 'other';
  if (reason === 'content-filter') {
    const said = turn.text === '' ? '' : ` It had said: ${turn.text.slice(0, 300)}`;
    const message = `${title} refused to answer: its content filter or the model itself stopped it.${said}`;
    return ofKind({ code: 'PROVIDER_ERROR', reason: 'refusal' }, message, fault);
  }
  const hasEnd = turn.finish !== null && (reason !== 'other' || turn.finish.raw !== undefined);
  if (!hasEnd && isEmpty) return badAnswer('an answer without anything in it.', fault);
  if (!hasEnd || reason === 'error' || reason === 'interrupted') {
    const message = `The answer of ${title} broke off before its end. Run it again.`;
    return ofKind({ code: 'COMMUNICATION_ERROR', reason: 'cut' }, message, fault);
  }
  const warnings = turn.warnings.map((warning) => toWarning(warning, title));
  if (reason === 'length') warnings.push(cutAtLimit(call, title));
  const object = call.outputSchema === null || turn.toolCalls.length > 0 ? NO_OBJECT : parseObject(turn.text);
  warnings.push(...warnOfLost(object.lost, 'output', 'Make it a string in the output schema.'));
  return succeed(toAnswer(turn, call, object.value), warnings);
}

function toAnswer({ text, toolCalls, model, usage }: Turn, call: ModelCall, object: Json): ModelAnswer {
  return {
    text,
    object,
    toolCalls,
    model: model ?? call.model,
    usage: { input_tokens: usage?.inputTokens.total ?? 0, output_tokens: usage?.outputTokens.total ?? 0 },
    simulated: false,
  };
}

const NO_OBJECT: Pick<ExactJson, 'value' | 'lost'> = { value: null, lost: [] };

/** A text that is an object as a whole; anything else is left to the machine, which finds the same integers in it, or repairs it. */
function parseObject(text: string): typeof NO_OBJECT {
  try {
    const { value, lost } = parseExactly(jsonIn(text));
    return { value: jsonIn(text) === text && isJsonObject(value) ? value : null, lost };
  } catch {
    return NO_OBJECT;
  }
}

function cutAtLimit({ config }: ModelCall, title: string): OutcomeWarning {
  const limit = config['max_tokens'];
  const where = typeof limit === 'number' ? `config.max_tokens (${limit})` : 'config.max_tokens';
  return {
    code: 'ANSWER_CUT',
    message: `${title} stopped in the middle: the answer is longer than it may be. Raise ${where}.`,
  };
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
