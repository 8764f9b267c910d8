import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider';
import type { Json } from '../../base/index.ts';
import type { ModelAnswer } from '../../run/index.ts';

/** What a model said in one turn, as it stood when its stream ended. */
export interface Turn {
  readonly text: string;
  readonly toolCalls: ModelAnswer['toolCalls'];
  readonly warnings: readonly SharedV4Warning[];
  /** The model that answered, where it says so. */
  readonly model: string | null;
  readonly usage: LanguageModelV4Usage | null;
  /** Null: the stream broke off. */
  readonly finish: LanguageModelV4FinishReason | null;
  /** What the provider said instead of the rest. */
  readonly errors: readonly unknown[];
}

/** Reads a turn to its end; text is handed on as it comes, and `onPart` hears of every part. Rejects as the stream does. */
export async function readStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  hear: { readonly onText: (text: string) => void; readonly onPart: () => void },
): Promise<Turn> {
  const texts: string[] = [];
  const toolCalls: ModelAnswer['toolCalls'][number][] = [];
  const warnings: SharedV4Warning[] = [];
  const errors: unknown[] = [];
  let model: string | null = null;
  let usage: LanguageModelV4Usage | null = null;
  let finish: LanguageModelV4FinishReason | null = null;
  const reader = stream.getReader();
  for (;;) {
    const { done, value: part } = await reader.read();
    if (done) break;
    hear.onPart();
    if (part.type === 'text-delta') {
      texts.push(part.delta);
      if (part.delta !== '') hear.onText(part.delta);
    } else if (part.type === 'tool-call' && part.providerExecuted !== true) {
      toolCalls.push({ id: part.toolCallId, name: part.toolName, input: parseInput(part.input) });
    } else if (part.type === 'stream-start') warnings.push(...part.warnings);
    else if (part.type === 'response-metadata') model = part.modelId ?? model;
    else if (part.type === 'finish') [usage, finish] = [part.usage, part.finishReason];
    else if (part.type === 'error') errors.push(part.error);
  }
  return { text: texts.join(''), toolCalls, warnings, model, usage, finish, errors };
}

/** What is no JSON stays a text: the tool's schema refuses it, and the model hears so. */
function parseInput(input: string): Json {
  if (input.trim() === '') return {};
  try {
    const value: Json = JSON.parse(input);
    return value;
  } catch {
    return input;
  }
}
