import type { Json, JsonObject } from '../../base/index.ts';
import { createPart } from '../createActivation.ts';
import type { RunError } from '../Effect.ts';
import { errorToJson } from '../errors.ts';
import type { EventHead } from '../plans.ts';
import type { Activation, OwnRoots, Store } from '../Run.ts';
import type { TaskStatus } from '../RunEvent.ts';
import { createStore } from '../stores.ts';

/** Where an item stands in its collection. */
export interface ItemPlace {
  readonly item: Json;
  readonly index: number;
  readonly batchIndex: number;
  /** All items of its batch. */
  readonly batch: readonly Json[];
}

/** One item of a collection, as far as it came. */
export class ItemSlot implements ItemPlace {
  readonly item: Json;
  readonly index: number;
  readonly batchIndex: number;
  readonly batch: readonly Json[];
  /** What is under way for it. */
  part: Activation;
  store: Store;
  status: TaskStatus = 'pending';
  output: Json = null;
  error: RunError | null = null;
  startedAt: number | null = null;
  endedAt: number | null = null;
  /** True once its last handler has returned too. */
  isOver = false;

  /** An item that has not begun, as a part of its collection. */
  constructor(collection: Activation, { item, index, batchIndex, batch }: ItemPlace) {
    this.item = item;
    this.index = index;
    this.batchIndex = batchIndex;
    this.batch = batch;
    this.part = createPart(collection, { kind: 'item', index }, new ItemRoots(collection.roots, this));
    this.store = createStore(collection.scope.store);
  }
}

/** Roots of an item over those of its collection. Of 10,000 items each has its own: a table for each would cost more than all else. */
class ItemRoots implements OwnRoots {
  private readonly below: OwnRoots;
  private readonly place: ItemPlace;
  private added: Map<string, Json> | null = null;

  constructor(below: OwnRoots, place: ItemPlace) {
    this.below = below;
    this.place = place;
  }

  get(name: string): Json | undefined {
    const added = this.added?.get(name);
    if (added !== undefined) return added;
    // An item that is null is not the item of a collection further out.
    const own = this.own(name);
    return own === undefined ? this.below.get(name) : own;
  }

  set(name: string, value: Json): this {
    this.added ??= new Map();
    this.added.set(name, value);
    return this;
  }

  *[Symbol.iterator](): Iterator<readonly [string, Json]> {
    const { item, index, batchIndex, batch } = this.place;
    yield* this.below;
    yield ['item', item];
    yield ['index', index];
    yield ['batch_index', batchIndex];
    yield ['batch', batch];
    if (this.added !== null) yield* this.added;
  }

  private own(name: string): Json | undefined {
    switch (name) {
      case 'item':
        return this.place.item;
      case 'index':
        return this.place.index;
      case 'batch_index':
        return this.place.batchIndex;
      case 'batch':
        return this.place.batch;
      default:
        return undefined;
    }
  }
}

/** `event` of `on_item_start`. */
export function toStartEvent(head: EventHead, slot: ItemSlot, total: number): JsonObject {
  return { ...head, item: slot.item, index: slot.index, batch_index: slot.batchIndex, total };
}

/** `event` of `on_item_success`. Written out in one piece, as there is one for each item: spreading costs more than the rest of an item's end. */
export function toSuccessEvent(head: EventHead, slot: ItemSlot, total: number): JsonObject {
  return {
    type: head.type,
    source: head.source,
    timestamp: head.timestamp,
    item: slot.item,
    index: slot.index,
    batch_index: slot.batchIndex,
    total,
    output: slot.output,
    duration: durationOf(slot) ?? 0,
  };
}

/** `event` of `on_item_error`. */
export function toErrorEvent(head: EventHead, slot: ItemSlot, total: number): JsonObject {
  return { ...toSuccessEvent(head, slot, total), error: errorToJson(slot.error) };
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
    duration: durationOf(slot),
  };
}

function durationOf(slot: ItemSlot): number | null {
  return slot.startedAt === null || slot.endedAt === null ? null : slot.endedAt - slot.startedAt;
}
