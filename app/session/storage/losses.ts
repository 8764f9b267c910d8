import type { StorageLoss, StoreName } from '../store/State.ts';
import { session, update } from '../store/store.ts';

/** Shows the user a loss until they dismiss it or the storage is back. A later loss of the same store replaces it. */
export function reportLoss(loss: StorageLoss): void {
  const {
    storage: { losses },
  } = session.getState();
  update({ storage: { losses: [...losses.filter(({ store }) => store !== loss.store), loss] } });
}

/** Removes the notice about a store: it was dismissed, or the storage is back. */
export function dismissLoss(name: StoreName): void {
  const {
    storage: { losses },
  } = session.getState();
  if (losses.some(({ store }) => store === name))
    update({ storage: { losses: losses.filter(({ store }) => store !== name) } });
}
