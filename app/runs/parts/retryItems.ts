import { closeDialog, session } from '../../session/index.ts';
import { collectionOf, failedSteps, retryFailed } from '../../session/runSteps/index.ts';

/** Runs the failed items again of the collection that a step is of: of the selected one, else of the first that failed. */
export async function retryItems(activation?: number): Promise<void> {
  const { shown: run } = session.getState().run;
  if (run === null) return;
  const step = activation ?? run.selectedActivation ?? failedSteps(run)[0];
  const around = step === undefined ? undefined : collectionOf(run, step);
  const [first] = failedSteps(run);
  const collection = around ?? (first === undefined ? undefined : collectionOf(run, first));
  if (collection === undefined) return;
  closeDialog();
  await retryFailed(collection);
}
