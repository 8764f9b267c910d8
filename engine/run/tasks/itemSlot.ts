import type { Json } from '../../base/index.ts';
import type { Sequence, SequenceOutputs } from '../containers.ts';
import { createPart } from '../createActivation.ts';
import type { RunError } from '../Effect.ts';
import type { Level } from '../Program.ts';
import type { Activation, OwnRoots, OwnWork, ScopeFailure, Store } from '../Run.ts';
import type { Operation, TaskStatus } from '../RunEvent.ts';
import { createStore } from '../stores.ts';

/** Items of a collection that are run together. */
export interface Batch {
  readonly index: number;
  readonly items: readonly Json[];
  /** Of its items, once they are to begin. */
  slots: readonly ItemSlot[];
  /** Holds the batch's own timer. */
  readonly part: Activation;
  readonly startedAt: number;
  next: number;
  done: number;
}

/** What an item's body came to. */
export type ItemResult = { readonly output: Json } | { readonly error: RunError };

/** Whose items they are: it starts each in its turn, and is told what came of it. */
export interface ItemOwner {
  readonly activation: Activation;
  /** The children that each item runs; empty where it runs the task's own `use`. */
  readonly level: Level;
  startItem(slot: ItemSlot): void;
  settleItem(slot: ItemSlot, result: ItemResult): void;
}

/**
 * One item of a collection, as far as it came: a step of the collection, then the sequence of its children. One object
 * for all of that, since there are as many as items.
 */
export class ItemSlot implements OwnWork, Sequence {
  readonly item: Json;
  readonly index: number;
  readonly batch: Batch;
  status: TaskStatus = 'pending';
  output: Json = null;
  error: RunError | null = null;
  startedAt: number | null = null;
  endedAt: number | null = null;
  /** True once its last handler has returned too. */
  isOver = false;
  private readonly owner: ItemOwner;
  private madePart: Activation | null = null;
  private madeStore: Store | null = null;

  /** An item that has not begun; `index` counts all items of the collection. */
  constructor(owner: ItemOwner, batch: Batch, { item, index }: { readonly item: Json; readonly index: number }) {
    this.owner = owner;
    this.batch = batch;
    this.item = item;
    this.index = index;
  }

  /** What is under way for it, made when it begins. */
  get part(): Activation {
    this.madePart ??= this.createPart();
    return this.madePart;
  }

  get store(): Store {
    this.madeStore ??= createStore(this.owner.activation.scope.store);
    return this.madeStore;
  }

  get level(): Level {
    return this.owner.level;
  }

  get operation(): Operation {
    return { kind: 'item', index: this.index };
  }

  get continuesOnError(): false {
    return false;
  }

  /** From its start to its end, in ms; null unless it has both. */
  get duration(): number | null {
    return this.startedAt === null || this.endedAt === null ? null : this.endedAt - this.startedAt;
  }

  perform(): void {
    this.owner.startItem(this);
  }

  onEnd(failure: ScopeFailure | null, outputs: SequenceOutputs): void {
    if (failure !== null) {
      this.owner.settleItem(this, { error: failure.error });
      return;
    }
    const { 0: only, length } = this.level.order;
    const output = length === 1 && only !== undefined ? outputs.of(only) : outputs.all();
    this.owner.settleItem(this, { output });
  }

  private createPart(): Activation {
    const { activation } = this.owner;
    return createPart(activation, { kind: 'item', index: this.index }, new ItemRoots(activation.roots, this));
  }
}

/** Roots of an item over those of its collection. Of 10,000 items each has its own: a table for each would cost more than all else. */
class ItemRoots implements OwnRoots {
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
