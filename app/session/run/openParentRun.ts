import { selectActivation } from '../document/selection.ts';
import { session } from '../store/store.ts';
import { openRun } from './run.ts';

/** Shows the run that started the one on screen, with the step whose call it was. */
export async function openParentRun(): Promise<void> {
  const { parent } = session.getState().run.shown ?? {};
  if (!parent) return;
  await openRun(parent.runId);
  const {
    run: { shown },
  } = session.getState();
  if (shown?.runId !== parent.runId) return;
  const step = [...shown.view.activations.values()].find(({ effects }) =>
    effects.some(({ key }) => key === parent.key),
  );
  if (step !== undefined) selectActivation(step.activation);
}
