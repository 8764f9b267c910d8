import type { RunInput } from '../contract/RunInput.ts';
import type { Activation, Scope } from '../state/Activation.ts';
import { announceQueued } from '../state/createActivation.ts';
import { emit, refOf, warn } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';

type ValueEdited = Extract<RunInput, { readonly type: 'value.edited' }>;

/**
 * Replaces a value of a paused run: the input of an activation that has not started, or the output
 * of one that succeeded. What was already derived from the old value stays. A value that cannot be changed is a warning.
 */
export function editValue(run: Run, { activation: id, target, value }: ValueEdited): void {
  const activation = run.top === null ? null : findActivation(run.top, id);
  const reason = explainRefusal(run, activation, target);
  if (activation === null || reason !== null) {
    const message = `The ${target} of step ${id} was not changed: ${reason ?? 'there is no such step'}.`;
    warn(run, activation, { code: 'VALUE_NOT_EDITED', message, path: null });
    return;
  }
  if (target === 'input') {
    activation.given = { value };
    if (!activation.isKnown) announceQueued(run, activation);
    // The next task is announced again, with its new input.
    run.controls.announced = undefined;
  } else {
    activation.output = value;
    if (activation.state !== null) activation.state = { ...activation.state, output: value };
    if (run.terminals.has(activation.task.id)) run.terminals.set(activation.task.id, value);
  }
  emit(run, { type: 'value.edited', ...refOf(activation), target, value });
}

function explainRefusal(run: Run, activation: Activation | null, target: ValueEdited['target']): string | null {
  if (run.controls.paused === null) return 'the run is not paused';
  if (activation === null) return 'there is no such step, or it is over and gone';
  if (target === 'input') return activation.phase === 'queued' || activation.phase === 'held' ? null : 'it has started';
  return activation.status === 'success' ? null : 'it has not succeeded';
}

/** An activation that expressions can still read, or that is yet to end. */
export function findActivation(scope: Scope, id: number): Activation | null {
  let found: Activation | null = null;
  scope.store.tasks.forEach((activation) => {
    if (activation.id === id) found ??= activation;
  });
  if (found !== null) return found;
  for (const activation of scope.active) {
    const inside = activation.id === id ? activation : findInside(activation, id);
    if (inside !== null) return inside;
  }
  return null;
}

function findInside(activation: Activation, id: number): Activation | null {
  for (const inner of activation.scopes) {
    const found = findActivation(inner, id);
    if (found !== null) return found;
  }
  for (const part of activation.parts) {
    const found = findInside(part, id);
    if (found !== null) return found;
  }
  return null;
}
