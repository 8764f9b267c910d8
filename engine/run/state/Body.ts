import type { Json } from '../../base/index.ts';
import { Queue } from '../../base/index.ts';
import type { Activation } from './Activation.ts';
import { EndedItems } from './EndedItems.ts';
import type { ItemSlot } from './ItemSlot.ts';
import type { Scope, ScopeFailure } from './Scope.ts';
import type { Store } from './Store.ts';

/** The state that a task's type keeps during an attempt. */
export type Body = CollectionBody | ParallelBody | CompositeBody | SingleBody | WaitBody;

/** How a collection is cut up and run, its settings resolved. */
export interface CollectionOptions {
  readonly items: readonly Json[];
  readonly batchSize: number;
  readonly isSequential: boolean;
  readonly batchesAtOnce: number;
  readonly continueOnError: boolean;
  /** ms; null: no limit. */
  readonly perBatch: number | null;
  readonly perItem: number | null;
}

/** The batches of one attempt of a collection. */
export class CollectionBody {
  readonly kind = 'collection';
  readonly activation: Activation;
  readonly options: CollectionOptions;
  /** Items that have begun and are not merged, in their order: the first one is that of index `ended.count`. */
  readonly slots = new Queue<ItemSlot>();
  /** How the merged items ended, in order. */
  readonly ended = new EndedItems();
  /** What the merged items wrote, later ones over earlier ones: all up to the first that has not ended. */
  readonly written: Store;
  nextBatch = 0;
  done = 0;
  batchesDone = 0;
  failed = 0;
  /** An item failed and no other may begin; its hook may still run. */
  isStopping = false;
  isClosed = false;

  constructor(activation: Activation, options: CollectionOptions, written: Store) {
    this.activation = activation;
    this.options = options;
    this.written = written;
  }
}

/** Items of a collection that are run together. */
export interface Batch {
  readonly body: CollectionBody;
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

/** The operations of one attempt of a parallel task. */
export interface ParallelBody {
  readonly kind: 'parallel';
  readonly activation: Activation;
  readonly atOnce: number;
  readonly failFast: boolean;
  operations: readonly OperationState[];
  next: number;
  done: number;
  /** Ended, with `on_operation_complete` not yet back. */
  completing: number;
  failed: number;
  firstFailure: ScopeFailure | null;
}

/** One child of a parallel task. */
export interface OperationState {
  readonly id: string;
  readonly index: number;
  readonly scope: Scope;
  readonly child: Activation;
  /** ms since the epoch; 0 until it begins. */
  startedAt: number;
}

/** The children of one attempt of a composite. */
export interface CompositeBody {
  readonly kind: 'composite';
  readonly scope: Scope;
}

/** A parallel task without children: its own `use` is the one operation. */
export interface SingleBody {
  readonly kind: 'single';
  readonly startedAt: number;
}

/** A wait's settings, resolved; times in ms. */
export interface WaitOptions {
  readonly timeout: number;
  readonly interval: number;
  /** Null: as many as fit. */
  readonly maxChecks: number | null;
  readonly signal: string | null;
}

/** One attempt of a wait. */
export interface WaitBody {
  readonly kind: 'wait';
  options: WaitOptions;
  /** What it says to whoever sends its signal. */
  readonly words: { readonly title?: string; readonly description?: string };
  readonly startedAt: number;
  checks: number;
  dueAt: number;
  checkTimer: string | null;
  isChecking: boolean;
  /** The deadline passed while a check ran: its verdict still counts. */
  isPastDeadline: boolean;
  lastValue: Json;
}
