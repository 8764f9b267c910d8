import type { StorageLoss, StoreName } from '../store/State.ts';
import { session, update } from '../store/store.ts';

/** Tells the person of a loss, until they dismiss it or it is over. A later loss of the same store takes its place. */
export function reportLoss(loss: StorageLoss): void {
  const {
    storage: { losses },
  } = session.getState();
  update({ storage: { losses: [...losses.filter(({ store }) => store !== loss.store), loss] } });
}

/** Takes back the notice about a store: it was dismissed, or is over. */
export function dismissLoss(name: StoreName): void {
  const {
    storage: { losses },
  } = session.getState();
  if (losses.some(({ store }) => store === name))
    update({ storage: { losses: losses.filter(({ store }) => store !== name) } });
}
