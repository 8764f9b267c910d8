import type { Json } from '../base/index.ts';
import type { Activation, Run } from './Run.ts';

/** Keeps a signal until a wait takes it, and tells those who wait for its name, in the order they began to. */
export function receiveSignal(run: Run, name: string, payload: Json): void {
  const kept = run.signals.get(name);
  if (kept === undefined) run.signals.set(name, [payload]);
  else kept.push(payload);
  for (const heard of run.listeners.get(name) ?? []) heard();
}

/** Takes the first kept signal of a name that satisfies a wait; undefined when none does. */
export function takeSignal(run: Run, name: string, satisfies: (payload: Json) => boolean): Json | undefined {
  const kept = run.signals.get(name) ?? [];
  const index = kept.findIndex(satisfies);
  return index === -1 ? undefined : kept.splice(index, 1)[0];
}

/** Tells an activation of each signal of a name, until it is stopped. */
export function onSignal(
  run: Run,
  activation: Activation,
  listener: { readonly name: string; readonly heard: () => void },
): void {
  const { name, heard } = listener;
  const listeners = run.listeners.get(name) ?? new Set();
  run.listeners.set(name, listeners);
  listeners.add(heard);
  activation.releases.add(() => listeners.delete(heard));
}
