import type { ActivationView } from '#engine/run';
import type { SessionState } from '../../session/index.ts';
import { paintOf, shownView } from '../../session/run/index.ts';

/** What the inspector tells of a task in the run on screen: the step that is looked at, else the one that its card stands for. */
export function stepOfTask(state: SessionState, taskId: string): ActivationView | undefined {
  const view = shownView(state);
  const chosen = view?.activations.get(state.run.shown?.selectedActivation ?? -1);
  return chosen?.taskId === taskId ? chosen : (paintOf(state, taskId) ?? view?.tasks.get(taskId));
}
