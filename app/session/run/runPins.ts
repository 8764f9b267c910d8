import type { Pin } from '#engine/run';
import type { SessionState } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { sendSetting } from './sendControl.ts';

/** What a task of the active file answers with in place of running; undefined when it runs. */
export function pinOf(
  { run: { pins }, document: { activePath } }: Pick<SessionState, 'run' | 'document'>,
  taskId: string,
): Pin | undefined {
  if (pins.size === 0 || activePath === null) return undefined;
  const kept = pins.get(activePath);
  return kept !== undefined && Object.hasOwn(kept, taskId) ? kept[taskId] : undefined;
}

/** Lets a task of the active file answer with a pin in every run from now on; null: it runs again. A run that is executed is notified. */
export function pinTask(taskId: string, pin: Pin | null): void {
  const { activePath } = session.getState().document;
  if (activePath !== null) keepPin(activePath, taskId, pin);
}

/** Lets a task of a file answer with a pin; null: it runs again. */
export function keepPin(file: string, taskId: string, pin: Pin | null): void {
  const { pins } = session.getState().run;
  const others = Object.entries(pins.get(file) ?? {}).filter(([id]) => id !== taskId);
  const kept = Object.fromEntries(pin === null ? others : [...others, [taskId, pin]]);
  const next = new Map(pins);
  if (Object.keys(kept).length === 0) next.delete(file);
  else next.set(file, kept);
  update({ run: { pins: next } });
  void sendSetting(file, { type: 'output.pinned', taskId, pin });
}

/** The output a task gave in the run on screen, as a pin; null where it gave none. */
export function pinFromRun(
  { run: { shown: run }, document: { activePath } }: SessionState,
  taskId: string,
): Pin | null {
  const last = run !== null && run.path === activePath ? run.view.tasks.get(taskId) : undefined;
  return last?.status === 'success' ? { kind: 'pinned', output: last.output } : null;
}
