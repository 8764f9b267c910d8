import type { Json } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';
import type { TaskStatus } from '../trace/RunEvent.ts';
import type { Activation } from './Activation.ts';
import type { Batch } from './Body.ts';
import type { OwnRoots } from './Scope.ts';
import type { Store } from './Store.ts';

/** One item of a collection, as far as it came. There are as many as items that have begun and are not merged. */
export class ItemSlot {
  readonly kind = 'item';
  readonly item: Json;
  /** Counts all items of the collection. */
  readonly index: number;
  readonly batch: Batch;
  status: TaskStatus = 'pending';
  output: Json = null;
  error: RunError | null = null;
  startedAt: number | null = null;
  endedAt: number | null = null;
  /** True once its last handler has returned too. */
  hasEnded = false;
  /** What it has in flight, created when it begins. */
  part: Activation | null = null;
  store: Store | null = null;

  constructor(batch: Batch, item: Json, index: number) {
    this.batch = batch;
    this.item = item;
    this.index = index;
  }

  /** From its start to its end, in ms; null unless it has both. */
  get duration(): number | null {
    return this.startedAt === null || this.endedAt === null ? null : this.endedAt - this.startedAt;
  }
}

/** Roots of an item over those of its collection. Of 10,000 items each has its own: a table for each would cost more than all else. */
export class ItemRoots implements OwnRoots {
  private readonly below: OwnRoots;
  private readonly slot: ItemSlot;
  private added: Map<string, Json> | null = null;

  constructor(below: OwnRoots, slot: ItemSlot) {
    this.below = below;
    this.slot = slot;
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
    const { item, index, batch } = this.slot;
    yield* this.below;
    yield ['item', item];
    yield ['index', index];
    yield ['batch_index', batch.index];
    yield ['batch', batch.items];
    if (this.added !== null) yield* this.added;
  }

  private own(name: string): Json | undefined {
    switch (name) {
      case 'item':
        return this.slot.item;
      case 'index':
        return this.slot.index;
      case 'batch_index':
        return this.slot.batch.index;
      case 'batch':
        return this.slot.batch.items;
      default:
        return undefined;
    }
  }
}
