import type { Json } from '../../base/index.ts';
import type { ItemSlot } from './Activation.ts';
import type { OwnRoots } from './Scope.ts';

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
