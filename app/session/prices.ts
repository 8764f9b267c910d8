import type { Budget, ModelPrice } from '#engine';
import type { ShippedPrice } from '#engine/worker';
import { enginePort, ignoreDeath } from './runEngine.ts';
import type { SessionState } from './State.ts';
import { session, update } from './store.ts';

let loading: Promise<void> | null = null;

/** Reads the prices that come with the app, once; they are then in `shippedPrices`. */
export function loadPrices(): Promise<void> {
  loading ??= readPrices();
  return loading;
}

async function readPrices(): Promise<void> {
  try {
    const shippedPrices = await enginePort()?.engine.listPrices();
    if (shippedPrices) update({ shippedPrices });
  } catch (error) {
    loading = null;
    ignoreDeath(error);
  }
}

/** What models cost: what a person set, over what came with the app. */
export function knownPrices({
  prices,
  shippedPrices,
}: Pick<SessionState, 'prices' | 'shippedPrices'>): readonly (ModelPrice | ShippedPrice)[] {
  return [...prices, ...shippedPrices.filter((shipped) => !prices.some((own) => isSameModel(own, shipped)))];
}

/** Sets what a model costs, on this device. */
export function setPrice(price: ModelPrice): void {
  const { prices } = session.getState();
  update({ prices: [...prices.filter((other) => !isSameModel(other, price)), price] });
}

/** Forgets what a person set for a model; what came with the app counts again. */
export function removePrice(price: Pick<ModelPrice, 'provider' | 'model'>): void {
  update({ prices: session.getState().prices.filter((other) => !isSameModel(other, price)) });
}

/** Sets what runs may spend before they pause, on this device. */
export function setBudget(budget: Budget): void {
  update({ budget });
}

function isSameModel(
  one: Pick<ModelPrice, 'provider' | 'model'>,
  other: Pick<ModelPrice, 'provider' | 'model'>,
): boolean {
  return one.provider === other.provider && one.model === other.model;
}
