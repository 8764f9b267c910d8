import type { JsonObject } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { errorToJson } from '../contract/errors.ts';
import type { EventHead } from '../evaluate/planTransitions.ts';
import type { Batch, ItemSlot } from '../state/Activation.ts';

/** `event` of `on_item_start`. */
export function toStartEvent(head: EventHead, slot: ItemSlot, total: number): JsonObject {
  return { ...head, item: slot.item, index: slot.index, batch_index: slot.batch.index, total };
}

/** `event` of `on_item_success`; `total` counts all items. */
export function toSuccessEvent(head: EventHead, slot: ItemSlot, total: number): JsonObject {
  const { type, source, timestamp } = head;
  const { item, index, batch, output } = slot;
  const duration = slot.duration ?? 0;
  // Written out: to spread the head takes V8 ten times as long, and there is one for each item.
  return { type, source, timestamp, item, index, batch_index: batch.index, total, output, duration };
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
