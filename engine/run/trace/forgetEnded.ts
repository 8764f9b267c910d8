import { SharedMap } from '../../base/index.ts';
import type { ActivationView, RunView } from './RunView.ts';

/** Ended activations kept all the same, so that not each batch of events makes a new map. */
const SPARE = 256;

/**
 * A view without the activations that have ended, except the last one of each task: for hosts that give results and show
 * no timeline. Its size depends on the tasks and on what is in flight, not on how long the run has run.
 */
export function forgetEnded(view: RunView): RunView {
  if (view.activations.size <= 2 * view.tasks.size + SPARE) return view;
  const activations = new SharedMap<number, ActivationView>();
  for (const [id, activation] of view.activations) {
    if (activation.endedAt === null || view.tasks.get(activation.taskId) === activation)
      activations.set(id, activation);
  }
  return { ...view, activations };
}
