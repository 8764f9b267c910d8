import { equalJson, type Json, type JsonObject } from '../../base/index.ts';
import { formatDuration } from '../../model/index.ts';
import { NEVER, type TaskRecord } from './recordRun.ts';

/**
 * Answers as a test file has them: one, where all that follow for the same tool are the same. `timed`: each takes as long as it took. A tool of an
 * agent whose calls a test performs itself needs none, nor does such a model.
 */
export function toAnswers(calls: TaskRecord, { which, isTimed }: AnswersForm): Json {
  const needed = new Set(calls.flatMap(({ tool, isNeeded }) => (isNeeded ? [tool] : [])));
  const lists = new Map<string | null, JsonObject[]>();
  const all: { readonly tool: string | null; readonly answer: JsonObject }[] = [];
  for (const { answer, duration, tool } of calls) {
    if (which === 'needed' && !needed.has(tool)) continue;
    const isAfter = isTimed || answer === NEVER.answer;
    const own = {
      ...(tool === null ? {} : { tool }),
      ...answer,
      ...(isAfter ? { after: formatDuration(duration) } : {}),
    };
    all.push({ tool, answer: own });
    lists.set(tool, [...(lists.get(tool) ?? []), own]);
  }
  for (const list of lists.values())
    while (list.length > 1 && equalJson(list.at(-1) ?? null, list.at(-2) ?? null)) list.pop();
  const kept = all.flatMap(({ tool, answer }) => (lists.get(tool)?.includes(answer) === true ? [answer] : []));
  return kept.length === 1 ? (kept[0] ?? null) : kept;
}

/** Which answers a test has, and whether with the time that they took. */
export interface AnswersForm {
  readonly which: 'needed' | 'all';
  readonly isTimed: boolean;
}
