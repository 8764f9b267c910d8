import type { ModelPrice } from '#engine/run';
import type { ShippedPrice } from '#engine/worker';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import type { WorkspaceState } from '../store/State.ts';
import { update } from '../store/store.ts';
import { workspaceRuntime } from './runtime.ts';

/** Reads the prices that come with the app, once; they are then in `shippedPrices`. */
export function loadPrices(): Promise<void> {
  workspaceRuntime.loadingPrices ??= readPrices();
  return workspaceRuntime.loadingPrices;
}

async function readPrices(): Promise<void> {
  try {
    const shippedPrices = await enginePort()?.engine.listPrices();
    if (shippedPrices) update({ workspace: { shippedPrices } });
  } catch (error) {
    workspaceRuntime.loadingPrices = null;
    ignoreWorkerExit(error);
  }
}

/** What models cost: what a user set, over what came with the app. */
export function knownPrices({
  prices,
  shippedPrices,
}: Pick<WorkspaceState, 'prices' | 'shippedPrices'>): readonly (ModelPrice | ShippedPrice)[] {
  return [...prices, ...shippedPrices.filter((shipped) => !prices.some((own) => isSameModel(own, shipped)))];
}

/** The same as the engine takes them: without where they are from. */
export function plainPrices({
  workspace,
}: {
  readonly workspace: Parameters<typeof knownPrices>[0];
}): readonly ModelPrice[] {
  return knownPrices(workspace).map(({ provider, model, input, output }) => ({ provider, model, input, output }));
}

/** Whether two prices are of one model. */
export function isSameModel(
  one: Pick<ModelPrice, 'provider' | 'model'>,
  other: Pick<ModelPrice, 'provider' | 'model'>,
): boolean {
  return one.provider === other.provider && one.model === other.model;
}
