import { err, type Result } from '#engine';
import type { MemoryAnswers, MemoryQuestion } from '#engine/worker';
import { enginePort } from './runEngine.ts';
import { session, update } from './store.ts';

/** Shows the panel of memories, with the one of this id where it is given. */
export function openMemory(id?: string): void {
  update({ panel: 'memory', ...(id === undefined ? {} : { memory: id }) });
}

/** Chooses which memory the panel shows, by the key of {@link listMemories}. */
export function showMemory(key: string): void {
  update({ memory: key });
}

/** Asks the engine about memories; an error is words for the person. Secrets it needs are asked for as a run's are. */
export async function askMemory<Question extends MemoryQuestion>(
  question: Question,
): Promise<Result<MemoryAnswers[Question['op']], string>> {
  const engine = enginePort()?.engine;
  if (engine === undefined) return err('The engine is not running.');
  try {
    const answer = await engine.askMemory(question, session.getState().variables);
    return answer.ok ? answer : err(answer.error.message);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}
