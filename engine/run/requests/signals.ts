import { isJsonObject, type Json } from '../../base/index.ts';
import type { RunInput } from '../contract/RunInput.ts';
import type { Activation, ListenerRelease } from '../state/Activation.ts';
import type { Listener } from '../state/Continuation.ts';
import { emit } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';

/** Keeps a signal until a wait takes it, and resumes those that wait for its name, in the order they began to. */
export function receiveSignal(run: Run, name: string, payload: Json): void {
  const kept = run.signals.get(name);
  if (kept === undefined) run.signals.set(name, [payload]);
  else kept.push(payload);
  for (const { continuation } of run.listeners.get(name) ?? []) run.machine.resume(run, continuation);
}

/** Leaves a trace of a signal that its host has refused; the run continues as if it had never come. */
export function tellRefusal(
  run: Run,
  { name, error }: Pick<Extract<RunInput, { readonly type: 'signal.refused' }>, 'name' | 'error'>,
): void {
  const task = isJsonObject(error.details) ? error.details['task'] : null;
  emit(run, { type: 'signal.refused', name, taskId: typeof task === 'string' ? task : null, error });
}

/** Takes the first kept signal of a name that satisfies a wait; undefined when none does. */
export function takeSignal(run: Run, name: string, satisfies: (payload: Json) => boolean): Json | undefined {
  const kept = run.signals.get(name) ?? [];
  const index = kept.findIndex(satisfies);
  if (index === -1) return undefined;
  const [taken] = kept.splice(index, 1);
  // Names may be computed again in each round of a loop.
  if (kept.length === 0) run.signals.delete(name);
  return taken;
}

/** Resumes `continuation` at each signal of a name, until the activation is stopped. */
export function listen(run: Run, activation: Activation, listener: Listener): void {
  const listeners = run.listeners.get(listener.name) ?? new Set();
  run.listeners.set(listener.name, listeners);
  listeners.add(listener);
  activation.releases.add(listener);
}

/** Ends what {@link listen} began. */
export function stopListening(run: Run, listener: ListenerRelease): void {
  const listeners: Set<ListenerRelease> | undefined = run.listeners.get(listener.name);
  listeners?.delete(listener);
  if (listeners?.size === 0) run.listeners.delete(listener.name);
}
