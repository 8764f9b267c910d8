import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider';
import type { Json } from '../../base/index.ts';
import type { ModelAnswer } from '../../run/index.ts';
import { parseExactly } from '../limitJson.ts';

/** One turn of a model, as it was when its stream ended. */
export interface Turn {
  readonly text: string;
  readonly toolCalls: ModelAnswer['toolCalls'];
  readonly warnings: readonly SharedV4Warning[];
  /** The model that answered, where it says so. */
  readonly model: string | null;
  readonly usage: LanguageModelV4Usage | null;
  /** Null: the stream broke off. */
  readonly finish: LanguageModelV4FinishReason | null;
  /** Whether anything of an answer, of the model's reasoning or of a tool call came. */
  readonly hasContent: boolean;
  /** The error the provider sent instead of the rest. */
  readonly errors: readonly unknown[];
}

/** Callbacks during the stream of a turn. */
interface TurnListener {
  readonly onText: (text: string) => void;
  /** On every part. */
  readonly onPart: () => void;
  /** On every part of the answer or of the model's reasoning. */
  readonly onContent: () => void;
}

/** Reads a turn to its end, or to the first error in it. Rejects as the stream does. */
export async function readStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  listener: TurnListener,
): Promise<Turn> {
  const texts: string[] = [];
  const toolCalls: ModelAnswer['toolCalls'][number][] = [];
  const warnings: SharedV4Warning[] = [];
  const errors: unknown[] = [];
  let model: string | null = null;
  let usage: LanguageModelV4Usage | null = null;
  let finish: LanguageModelV4FinishReason | null = null;
  let hasContent = false;
  const reader = stream.getReader();
  for (;;) {
    const { done, value: part } = await reader.read();
    if (done) break;
    listener.onPart();
    if (isContent(part)) {
      hasContent = true;
      listener.onContent();
    }
    if (part.type === 'text-delta') {
      texts.push(part.delta);
      if (part.delta !== '') listener.onText(part.delta);
    } else if (part.type === 'tool-call' && part.providerExecuted !== true) {
      toolCalls.push({ id: part.toolCallId, name: part.toolName, input: parseInput(part.input) });
    } else if (part.type === 'stream-start') warnings.push(...part.warnings);
    else if (part.type === 'response-metadata') model = part.modelId ?? model;
    else if (part.type === 'finish') [usage, finish] = [part.usage, part.finishReason];
    else if (part.type === 'error') {
      errors.push(part.error);
      // What follows changes nothing, and may be errors without end.
      await reader.cancel();
      break;
    }
  }
  return { text: texts.join(''), toolCalls, warnings, model, usage, finish, hasContent, errors };
}

function isContent(part: LanguageModelV4StreamPart): boolean {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-delta':
      return part.delta !== '';
    case 'tool-call':
    case 'file':
    case 'source':
      return true;
    default:
      return false;
  }
}

/** What is no JSON, or past the limits, stays a text, and so do integers that no number holds: the tool's schema refuses them, and the model gets that error. */
function parseInput(input: string): Json {
  if (input.trim() === '') return {};
  try {
    return parseExactly(input).exact;
  } catch {
    return input;
  }
}
