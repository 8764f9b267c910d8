import { enginePort } from '../document/engine.ts';
import { refreshRuns } from '../run/runHistory.ts';
import { notify } from '../store/notices.ts';
import { session, update } from '../store/store.ts';

type Engine = NonNullable<ReturnType<typeof enginePort>>['engine'];

/** Removes runs from the history; answers with those that are gone. A notice says why others are not. */
export async function deleteRuns(runIds: readonly string[]): Promise<ReadonlySet<string>> {
  const gone = await changeEach(runIds, (engine, runId) => engine.deleteRun(runId));
  const { shown } = session.getState().run;
  if (shown !== null && (gone.has(shown.runId) || gone.has(shown.parent?.root ?? ''))) update({ run: { shown: null } });
  return gone;
}

/** Keeps runs for ever, or no longer. */
export async function keepRuns(runIds: readonly string[], isKept: boolean): Promise<void> {
  await changeEach(runIds, (engine, runId) => engine.keepRun(runId, isKept));
}

/** Gives runs, of this browser or of servers, a tag, or takes it from them. */
export async function tagRuns(runIds: readonly string[], tag: string, isOn: boolean): Promise<void> {
  await changeEach([''], (engine) => engine.askHistory({ op: 'tag', runIds, tag, isOn }));
}

/** Runs as texts to save, by id. A notice says which are not there. */
export async function exportRuns(runIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  await changeEach(runIds, async (engine, runId) => {
    const text = await engine.exportRun(runId);
    if (text === null) throw new Error('That run is no longer kept.');
    texts.set(runId, text);
  });
  return texts;
}

/** Changes one run after the other: each may be a family of any size. Continues where one fails, and says the first reason. */
async function changeEach(
  runIds: readonly string[],
  change: (engine: Engine, runId: string) => Promise<unknown>,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  const reasons: string[] = [];
  for (const runId of runIds) {
    const engine = enginePort()?.engine;
    if (engine === undefined) break;
    try {
      await change(engine, runId);
      changed.add(runId);
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  const [first] = reasons;
  const more = reasons.length > 1 ? ` So it is with ${reasons.length} runs.` : '';
  if (first !== undefined) notify({ kind: 'error', message: `${first}${more}` });
  await refreshRuns();
  return changed;
}
