import type { ActivationView } from '#engine/run';
import { sendControl } from '../run/sendControl.ts';
import { notify } from '../store/notices.ts';
import type { SessionState } from '../store/State.ts';
import { session } from '../store/store.ts';

/** Whether a step waits for a time, in a run that is on screen as it is now. */
export function canSkipWait({ run: { shown } }: SessionState, { status }: Pick<ActivationView, 'status'>): boolean {
  if (shown === null || shown.moment !== null || shown.isImported) return false;
  return shown.view.status === 'running' && (status === 'waiting' || status === 'retrying');
}

/** Makes due at once what a step of the run on screen waits for. */
export async function skipWait(activation: number): Promise<void> {
  await sendControl({ type: 'wait.skipped', activation });
}

/** Skips the wait of the step that is looked at, or of the only one that waits; where it is not clear of which, says so. */
export async function skipAnyWait(): Promise<void> {
  const state = session.getState();
  const { shown } = state.run;
  if (shown === null) return;
  const { activations } = shown.view;
  const looked = shown.selectedActivation === null ? undefined : activations.get(shown.selectedActivation);
  const waiting = [...activations.values()].filter((step) => canSkipWait(state, step));
  const [step] = looked !== undefined && waiting.includes(looked) ? [looked] : waiting;
  if (step === undefined)
    notify({ kind: 'info', message: 'No step of this run waits for a time that could be skipped.' });
  else if (waiting.length > 1 && step !== looked)
    notify({ kind: 'info', message: `${waiting.length} steps wait: choose one of them, then skip its wait.` });
  else await skipWait(step.activation);
}
