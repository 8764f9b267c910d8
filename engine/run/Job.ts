import type { Json } from '../base/index.ts';
import type { Activation } from './Run.ts';

/**
 * Work the scheduler does in turn, so that no chain of tasks is a chain of calls. An instance of a class, for the reason
 * that activations are.
 */
export class Job {
  readonly activation: Activation;
  /** `start` begins the activation, `attempt` its next attempt; else it is a container's own next step. */
  readonly work: 'start' | 'attempt' | OwnWork;
  /** Set where its work starts the task's own `use` for this item, a step of a paused run as a start is; or only leads to it. */
  readonly item: ItemOfJob | null;

  constructor(activation: Activation, work: 'start' | 'attempt' | OwnWork, item: ItemOfJob | null = null) {
    this.activation = activation;
    this.work = work;
    this.item = item;
  }
}

/** A step that a container takes itself. */
export interface OwnWork {
  perform(): void;
}

interface ItemOfJob {
  readonly value: Json;
  readonly isLead: boolean;
}
