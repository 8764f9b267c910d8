import type { Activation, Job } from './Run.ts';

/** Work that waits for its turn; an instance of a class, for the reason that activations are. */
export class LiveJob implements Job {
  readonly activation: Activation;
  readonly work: Job['work'];
  readonly item: Job['item'];

  constructor(activation: Activation, work: Job['work'], item: Job['item'] = null) {
    this.activation = activation;
    this.work = work;
    this.item = item;
  }
}
