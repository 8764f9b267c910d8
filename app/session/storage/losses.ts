import type { StorageLoss, StoreName } from '../State.ts';
import { session, update } from '../store.ts';

/** Tells the person of a loss, until they dismiss it or it is over. A later loss of the same store takes its place. */
export function reportLoss(loss: StorageLoss): void {
  const { losses } = session.getState();
  update({ losses: [...losses.filter(({ store }) => store !== loss.store), loss] });
}

/** Takes back what was told of a store: it was dismissed, or is over. */
export function dismissLoss(name: StoreName): void {
  const { losses } = session.getState();
  if (losses.some(({ store }) => store === name)) update({ losses: losses.filter(({ store }) => store !== name) });
}
