import {
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObject,
  ok,
  type Result,
  readExactly,
} from '../../base/index.ts';
import type { TaskOf } from '../../model/index.ts';
import { verbatimKeys } from '../../tools/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { errorToJson, runError } from '../contract/errors.ts';
import { evaluate, evaluateBare, frameOf, isMet } from '../evaluate/evaluate.ts';
import type { EventHead } from '../evaluate/planTransitions.ts';
import { mergeStore } from '../evaluate/stores.ts';
import type { Activation, Batch, CollectionBody, ItemSlot, Store } from '../state/Activation.ts';
import { createPart } from '../state/createActivation.ts';
import { type CollectionExtras, toItemState } from '../state/EndedItems.ts';
import { ItemRoots } from '../state/ItemRoots.ts';
import { isBefore } from '../state/isBefore.ts';
import type { Run } from '../state/Run.ts';
import { createStore } from '../state/Store.ts';
import { runUse } from '../uses/runUse.ts';

/**
 * What a collection goes over (format.md 4): `config.items`, else `input.items`; then `config.filter`, on each item with
 * its original `index`.
 *
 * | value                      | items                  |
 * |----------------------------|------------------------|
 * | a list                     | its members            |
 * | a map                      | `{key, value}` of each |
 * | null                       | none                   |
 * | text holding a JSON list   | its members            |
 * | anything else              | VALIDATION_ERROR       |
 */
export function readItems(
  run: Run,
  activation: Activation,
  task: TaskOf<'collection'>,
): Result<readonly Json[], RunError> {
  const { items: data } = task.config;
  const source: Result<Json, RunError> =
    data === null
      ? ok(inputItems(activation))
      : evaluateBare(run, frameOf(run, activation), { data, where: 'config.items' });
  if (!source.ok) return source;
  const items = toItems(run, source.value);
  if (items !== null) return filterItems(run, activation, { task, items });
  const message = `The items of "${task.id}" must be a list or a map, not ${JSON.stringify(source.value).slice(0, 80)}.`;
  return err(runError('VALIDATION_ERROR', 'collection.items', message));
}

function inputItems(activation: Activation): Json {
  return isJsonObject(activation.input) ? (activation.input['items'] ?? null) : null;
}

function toItems(run: Run, value: Json): readonly Json[] | null {
  if (value === null) return [];
  if (Array.isArray(value)) return value;
  if (isJsonObject(value)) return Object.entries(value).map(([key, inner]): JsonObject => ({ key, value: inner }));
  return typeof value === 'string' ? parseList(run, value) : null;
}

/** As `fromJson` reads it: integers that no number holds are texts of their digits. */
function parseList(run: Run, text: string): readonly Json[] | null {
  try {
    const { value, exact } = readExactly(text);
    const list = isBefore(run, '0.3') ? value : exact;
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

function filterItems(
  run: Run,
  activation: Activation,
  from: { task: TaskOf<'collection'>; items: readonly Json[] },
): Result<readonly Json[], RunError> {
  const { filter } = from.task.config;
  if (filter === null) return ok(from.items);
  const kept: Json[] = [];
  for (const [index, item] of from.items.entries()) {
    const roots = new Map<string, Json>([
      ['item', item],
      ['index', index],
      ['items', from.items],
    ]);
    const result = evaluateBare(run, frameOf(run, activation, { roots }), { data: filter, where: 'config.filter' });
    if (!result.ok) return result;
    if (isMet(result.value)) kept.push(item);
  }
  return ok(kept);
}

/**
 * An item's input where the task has no `with` (format.md 4): the collection's input less `items`, `item` and `index`,
 * and the item's own keys when it is a map.
 */
export function toItemInput(input: Json, place: { readonly item: Json; readonly index: number }): JsonObject {
  const rest = isJsonObject(input) ? Object.entries(input).filter(([key]) => key !== 'items') : [];
  const own = isJsonObject(place.item) ? Object.entries(place.item) : [];
  return jsonObject([...rest, ['item', place.item], ['index', place.index], ...own]);
}

/** The result of an item's body. */
export type ItemResult = { readonly output: Json } | { readonly error: RunError };

/** Runs a collection's own `use` for one item (format.md 4), unless its input has an error; `with` is evaluated once more for each, which it sees as `item`. */
export function runItemUse(run: Run, slot: ItemSlot): Result<Json, RunError> {
  const activation = partOf(slot);
  const { task } = activation;
  const frame = frameOf(run, activation, { store: storeOf(slot) });
  const options = { verbatim: verbatimKeys(task.use?.text ?? null) };
  const input =
    task.with === null
      ? ok(toItemInput(activation.input, slot))
      : evaluate(run, frame, { data: task.with, where: 'with', options });
  if (input.ok) runUse(run, { activation, frame, input: input.value, continuation: { kind: 'item.settle', slot } });
  return input;
}

/** The failure of an item or batch that took too long. */
export function timeoutError(what: string, limit: number): RunError {
  return runError('TIMEOUT_ERROR', 'collection.timeout', `${what} did not finish within ${limit} ms.`, {
    timeout: limit,
  });
}

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
