import type { Json } from '../../base/index.ts';
import { mergeStore } from '../evaluate/stores.ts';
import type { CollectionBody } from '../state/Activation.ts';
import { type CollectionExtras, toItemState } from '../state/EndedItems.ts';
import { storeOf } from './item.ts';

/** Merges what the items wrote into the collection's own scope; answers with the outputs so far. */
export function closeBatches(body: CollectionBody): Json {
  body.isClosed = true;
  const { slots, ended, failed, activation, written, options } = body;
  const open = [...slots];
  for (const slot of open) mergeStore(storeOf(slot), written);
  mergeStore(written);
  if (ended.count === options.items.length) {
    activation.extras = { items: ended, failed };
    return ended.outputs;
  }
  const items = options.items.map((_, index) => ended.stateOf(index) ?? toItemState(open[index - ended.count]));
  const extras: CollectionExtras = { items, failed };
  activation.extras = extras;
  return items.map(({ output }) => output);
}
