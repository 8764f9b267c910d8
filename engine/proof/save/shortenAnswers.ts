import { equalJson, isJsonObject, type Json, type JsonObject, jsonObject, ownValue } from '../../base/index.ts';
import type { Draft, DraftPlayer } from './DraftPlayer.ts';
import { likenessOf, withoutHeaders } from './likenessOf.ts';

/** Parts of answers that differ from call to call, or repeat what was asked, and that few workflows read. */
const NOISE: Readonly<Record<'output' | 'error', readonly string[]>> = {
  output: ['headers', 'ok'],
  error: ['headers', 'method', 'url', 'cause'],
};

/** Omits of the answers of a test what nothing reads of that. The run stays what it is, but for headers in its output. */
export async function shortenAnswers(player: DraftPlayer, draft: Draft): Promise<Draft> {
  const answers = objectOf(draft.test['answers']);
  let shortest = draft;
  for (const [task, given] of Object.entries(answers))
    for (const shorter of [withoutNoise(given), withoutHeaders(given)]) {
      if (shorter === null || equalJson(shorter, given)) continue;
      const all = { ...objectOf(shortest.test['answers']), [task]: shorter };
      const tried = await player.play({ ...shortest.test, answers: all }, null);
      if (!tried.ok || likenessOf(tried.value.played, draft.played.events) !== 'same') continue;
      shortest = tried.value;
      break;
    }
  return shortest;
}

/** The answers of a task without noise; null where there is none. */
export function withoutNoise(given: Json): Json | null {
  const all = Array.isArray(given) ? given : [given];
  const shorter = all.map((answer: Json) => without(without(objectOf(answer), 'output'), 'error'));
  if (JSON.stringify(shorter) === JSON.stringify(all)) return null;
  return Array.isArray(given) ? shorter : (shorter[0] ?? null);
}

function without(answer: JsonObject, key: keyof typeof NOISE): JsonObject {
  const value = ownValue(answer, key) ?? null;
  if (!isJsonObject(value)) return answer;
  return { ...answer, [key]: jsonObject(Object.entries(value).filter(([name]) => !NOISE[key].includes(name))) };
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value ?? null) ? (value as JsonObject) : {};
}
