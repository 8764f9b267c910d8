import type { RunView } from '#engine/run';
import type { CallProgress } from '#engine/worker';
import { type EnginePort, ignoreWorkerExit } from '../document/engine.ts';
import type { SessionState } from '../store/State.ts';
import { session, update } from '../store/store.ts';

/** Keeps the text that models stream. Answers with a function that stops the part of it that can be stopped. */
export function connectTexts(connection: EnginePort): () => void {
  connection.engine.subscribeTexts(receiveTexts).catch(ignoreWorkerExit);
  // What a model said to the engine before it died comes again from its beginning.
  return connection.onFailure(() => update({ run: { texts: new Map() } }));
}

/** Adds to what is being said; what belongs to no run on screen, or to a call that has ended, is forgotten. */
export function receiveTexts(texts: readonly CallProgress[]): void {
  const {
    run: { shown: run, texts: known },
  } = session.getState();
  const isWanted = (key: string): boolean =>
    run === null || (key.startsWith(`${run.runId}/`) && !hasEnded(run.view, key));
  const next = new Map([...known].filter(([key]) => isWanted(key)));
  for (const { key, text } of texts) if (isWanted(key)) next.set(key, (next.get(key) ?? '') + text);
  update({ run: { texts: next } });
}

/** Whether a call has ended. Its key is `run/task/activation/attempt/step`: no other activation is looked at. */
function hasEnded({ activations }: RunView, key: string): boolean {
  const activation = activations.get(Number(key.split('/').at(-3)));
  const call = activation?.effects.findLast((effect) => effect.key === key);
  return call !== undefined && call.endedAt !== null;
}

/** What a call says at the moment; undefined for one that says nothing, and while a past instant is looked at. */
export function textOfCall(state: SessionState, key: string | undefined): string | undefined {
  return key === undefined || state.run.shown?.moment !== null ? undefined : state.run.texts.get(key);
}

/** What a task's model says at the moment; undefined when no call is in flight. */
export function textOfTask(state: SessionState, taskId: string): string | undefined {
  if (state.run.texts.size === 0) return undefined;
  const call = state.run.shown?.view.tasks.get(taskId)?.effects.findLast(({ endedAt }) => endedAt === null);
  return textOfCall(state, call?.key);
}
