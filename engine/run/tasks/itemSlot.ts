import type { Activation, ItemSlot, Store } from '../state/Activation.ts';
import { createPart } from '../state/createActivation.ts';
import { ItemRoots } from '../state/ItemRoots.ts';
import { createStore } from '../state/Store.ts';

/** What an item has in flight, created on first use. */
export function partOf(slot: ItemSlot): Activation {
  slot.part ??= createItemPart(slot);
  return slot.part;
}

function createItemPart(slot: ItemSlot): Activation {
  const { activation } = slot.batch.body;
  return createPart(activation, { kind: 'item', index: slot.index }, new ItemRoots(activation.roots, slot));
}

/** What an item writes its results to, created on first use. */
export function storeOf(slot: ItemSlot): Store {
  slot.store ??= createStore(slot.batch.body.activation.scope.store);
  return slot.store;
}
