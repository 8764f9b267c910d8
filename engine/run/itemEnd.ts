import type { Json, JsonObject } from '../base/index.ts';

/** What is said of an item of a collection that ended; `duration` in ms. */
export interface ItemEnd {
  readonly item: Json;
  readonly index: number;
  readonly batch: { readonly index: number };
  readonly output: Json;
  readonly duration: number | null;
}

/** `event` of `on_item_success` (format.md 7), its common part first; `total` counts all items. */
export function toSuccessEvent(
  head: { readonly type: string; readonly source: string; readonly timestamp: string },
  { item, index, batch, output, duration }: ItemEnd,
  total: number,
): JsonObject {
  return { ...head, item, index, batch_index: batch.index, total, output, duration: duration ?? 0 };
}
