import type { Json } from '../../base/index.ts';
import type { Activation, CollectionBody, ItemSlot } from './Activation.ts';

/** A step of a collection: a batch begins, or an item. */
export type CollectionWork =
  | { readonly kind: 'batch'; readonly body: CollectionBody; readonly index: number }
  | ItemSlot;

/** Work the scheduler does in turn, so that no chain of tasks is a chain of calls. */
export class Job {
  readonly activation: Activation;
  /** `start` begins the activation, `attempt` its next attempt; else it is a collection's own next step. */
  readonly work: 'start' | 'attempt' | CollectionWork;
  /** Set where its work starts the task's own `use` for this item, a step of a paused run as a start is; or only leads to it. */
  readonly item: { readonly value: Json; readonly isLead: boolean } | null;

  constructor(activation: Activation, work: Job['work'], item: Job['item'] = null) {
    this.activation = activation;
    this.work = work;
    this.item = item;
  }
}
