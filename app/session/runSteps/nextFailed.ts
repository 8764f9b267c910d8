import { selectActivation } from '../document/selection.ts';
import { failedSteps, hasFailed } from '../store/failures.ts';
import { announce } from '../store/notices.ts';
import { session } from '../store/store.ts';
import { openDrawer } from '../store/view.ts';
import { viewOf } from '../store/viewOf.ts';

/** Selects the failed step of the run on screen that comes after the one that is selected, or before it; from the last one on the first. */
export function nextFailed(by: 1 | -1): void {
  const {
    run: { shown: run },
  } = session.getState();
  if (run === null) return;
  const view = viewOf(run);
  // In the order in which they began: that of the timeline, and of items.
  const failed = failedSteps(run)
    .filter((id) => hasFailed(view, id))
    .toSorted((one, other) => one - other);
  const { length } = failed;
  const at = failed.indexOf(run.selectedActivation ?? -1);
  const next = at < 0 ? (by === 1 ? 0 : length - 1) : (at + by + length) % length;
  const id = failed[next];
  if (id === undefined) return;
  selectActivation(id);
  openDrawer('timeline');
  announce(`Failed step ${next + 1} of ${length}.`);
}
