import { isJsonObject, type Json, jsonObject } from '../../base/index.ts';
import type { Draft, DraftPlayer } from './DraftPlayer.ts';
import { likenessOf } from './likenessOf.ts';

/** Parts of answers that are other ones each time, and that few workflows read. */
const NOISE: readonly string[] = ['headers', 'ok'];

/** Leaves out of the answers of a test what is other each time and nothing reads, such as the headers of a response. The run stays what it is. */
export async function shortenAnswers(player: DraftPlayer, draft: Draft): Promise<Draft> {
  const { answers } = draft.test;
  let shortest = draft;
  for (const [task, given] of Object.entries(isJsonObject(answers ?? null) ? (answers as object) : {})) {
    const shorter = withoutNoise(given);
    if (shorter === null) continue;
    const all = { ...(shortest.test['answers'] as object), [task]: shorter };
    const tried = await player.play({ ...shortest.test, answers: all }, null);
    if (tried.ok && likenessOf(tried.value.played, draft.played.events) === 'same') shortest = tried.value;
  }
  return shortest;
}

/** Null where there is none. */
function withoutNoise(given: Json): Json | null {
  const all = Array.isArray(given) ? given : [given];
  const shorter = all.map((answer: Json) => {
    const output = isJsonObject(answer) ? (answer['output'] ?? null) : null;
    if (!isJsonObject(answer) || !isJsonObject(output)) return answer;
    return { ...answer, output: jsonObject(Object.entries(output).filter(([key]) => !NOISE.includes(key))) };
  });
  if (JSON.stringify(shorter) === JSON.stringify(all)) return null;
  return Array.isArray(given) ? shorter : (shorter[0] ?? null);
}
