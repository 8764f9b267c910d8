import type { SessionState } from '../store/State.ts';
import type { Address } from './Address.ts';

/** The address of what is on screen. */
export function addressOf({ document: { activePath, selection }, run: { shown } }: SessionState): Address {
  const [task = null, ...others] = selection.tasks;
  const alone = others.length === 0 ? task : null;
  if (shown === null) return { path: activePath, run: null, inside: null, step: null, task: alone, event: null };
  const { runId, selectedInside, selectedActivation, moment } = shown;
  const step = selectedInside?.activation ?? selectedActivation;
  const isOfStep = selectedActivation !== null && shown.view.activations.get(selectedActivation)?.taskId === alone;
  return {
    path: activePath,
    run: runId,
    inside: selectedInside?.runId ?? null,
    step,
    task: isOfStep ? null : alone,
    event: moment?.count ?? null,
  };
}

/** Whether two addresses are places of their own, so that *Back* leads from one to the other; an instant of the same step is not. */
export function isElsewhere(one: Address, other: Address): boolean {
  return (['path', 'run', 'inside', 'step', 'task'] as const).some((field) => one[field] !== other[field]);
}
