import { isJsonObject, type Json, jsonObject } from '../../base/index.ts';
import type { ModelAnswer } from '../contract/Effect.ts';
import type { Conversation } from '../state/Continuation.ts';
import { isBefore } from '../state/isBefore.ts';
import type { Run } from '../state/Run.ts';
import { deriveSeed } from '../state/random.ts';

type ToolAsk = ModelAnswer['toolCalls'][number];

/**
 * What the other side is to know the call of an agent's tool by, where a person changed nothing: the tool, its arguments, and how often the
 * attempt has asked for just that before. So each attempt that asks for the same has the same key, whatever else its model asks for.
 */
export function onceKeyOf(run: Run, { call, messages, tools }: Conversation, index: number): string | undefined {
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
