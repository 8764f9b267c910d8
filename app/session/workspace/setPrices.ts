import type { Budget, ModelPrice } from '#engine/run';
import { session, update } from '../store/store.ts';
import { isSameModel } from './prices.ts';

/** Sets what a model costs, on this device. */
export function setPrice(price: ModelPrice): void {
  const {
    workspace: { prices },
  } = session.getState();
  update({ workspace: { prices: [...prices.filter((other) => !isSameModel(other, price)), price] } });
}

/** Forgets what a user set for a model; what came with the app counts again. */
export function removePrice(price: Pick<ModelPrice, 'provider' | 'model'>): void {
  update({ workspace: { prices: session.getState().workspace.prices.filter((other) => !isSameModel(other, price)) } });
}

/** Sets what runs may spend before they pause, on this device. */
export function setBudget(budget: Budget): void {
  update({ workspace: { budget } });
}
