import type { Json, JsonObject } from '../../base/index.ts';
import type { RunError } from '../Effect.ts';
import { errorToJson } from '../errors.ts';
import { toSuccessEvent } from '../itemEnd.ts';
import type { EventHead } from '../plans.ts';
import type { Batch, ItemSlot } from './itemSlot.ts';

/** `event` of `on_item_start`. */
export function toStartEvent(head: EventHead, slot: ItemSlot, total: number): JsonObject {
  return { ...head, item: slot.item, index: slot.index, batch_index: slot.batch.index, total };
}

/** `event` of `on_item_error`. */
export function toErrorEvent(head: EventHead, slot: ItemSlot, total: number): JsonObject {
  return { ...toSuccessEvent(head, slot, total), error: errorToJson(slot.error) };
}

/** `event` of `on_batch_complete`; `total` counts all batches, `duration` is in ms. */
export function toBatchEvent(
  head: EventHead,
  { index, items, slots }: Batch,
  { total, duration }: { readonly total: number; readonly duration: number },
): JsonObject {
  return {
    ...head,
    batch_index: index,
    batch: items,
    size: items.length,
    total_batches: total,
    results: slots.map(({ output }) => output),
    errors: slots.map(({ error }) => errorToJson(error)),
    duration,
  };
}

/** The failure of a collection's first failed item as the collection's own: its code, and which item that was (format.md 4). */
export function itemError(slot: ItemSlot, error: RunError): RunError {
  const details = {
    type: 'collection.item',
    index: slot.index,
    item: slot.item,
    reason: error.message,
    cause: error.details,
  };
  return { code: error.code, message: `Item ${slot.index} failed: ${error.message}`, details };
}

/** One entry of `tasks.<id>.items`. */
export interface ItemState extends JsonObject {
  readonly output: Json;
}

/** How an item stands; undefined: it never began. */
export function toItemState(slot: ItemSlot | undefined): ItemState {
  if (slot === undefined) return { status: 'skipped', output: null, error: null, duration: null };
  return {
    status: slot.status === 'pending' ? 'skipped' : slot.status,
    output: slot.output,
    error: errorToJson(slot.error),
    duration: slot.duration,
  };
}
