import { err, type Result } from '#engine';
import type { JsonObject } from '#engine/values';
import type { MemoryAnswers, MemoryQuestion } from '#engine/worker';
import { enginePort, reachOut } from '../document/engine.ts';
import { reachReader } from '../document/reach.ts';
import { isTrusted, mayReachOut } from '../document/trustGate.ts';
import type { Asker, SessionState } from '../store/State.ts';
import { session, update } from '../store/store.ts';

/** Shows the panel of memories, with the one of this id where it is given. */
export function openMemory(id?: string): void {
  update({ view: { panel: 'memory' }, workspace: id === undefined ? {} : { memory: id } });
}

/** Chooses which memory the panel shows, by the key of {@link listMemories}. */
export function showMemory(key: string): void {
  update({ workspace: { memory: key } });
}

/** Whether a memory of the active file may be asked: always where it is kept on this device, else where the file is trusted. */
export function canAskMemory(state: SessionState, memory: JsonObject): boolean {
  const asker = askerFor(state, memory);
  return asker === null || isTrusted(asker);
}

/** Loads what {@link canAskMemory} reads of a file from outside: until then, and where it cannot be loaded, it says no. */
export async function loadMemoryTrust(): Promise<void> {
  await reachReader.load().catch(() => null);
}

/** Asks the user whether what the active file names as a memory may be reached. */
export async function askToTrustMemory(memory: JsonObject): Promise<boolean> {
  const asker = askerFor(session.getState(), memory);
  return asker === null || mayReachOut(asker);
}

/**
 * Asks the engine about memories; an error is a message for the user. Secrets it needs are asked for as a run's are. What is
 * not trusted is not reached: the user is asked before, or it is refused `quietly`.
 */
export async function askMemory<Question extends MemoryQuestion>(
  question: Question,
  manner: 'asking' | 'quietly' = 'quietly',
): Promise<Result<MemoryAnswers[Question['op']], string>> {
  if (enginePort() === null) return err('The engine is not running.');
  const asker = 'memory' in question ? askerFor(session.getState(), question.memory) : null;
  try {
    const answer = await reachOut(
      asker ?? { type: 'person' },
      (engine) => engine.askMemory(question, session.getState().workspace.variables),
      manner,
    );
    if (answer === null) return err('This memory is not asked before its file is trusted.');
    return answer.ok ? answer : err(answer.error.message);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

/** Definitions are shown of the active file: it asks. Null without one: then only what is kept on this device is shown. */
function askerFor({ document: { activePath } }: SessionState, memory: JsonObject): Asker | null {
  return activePath === null ? null : { type: 'file', path: activePath, defines: { memory } };
}
