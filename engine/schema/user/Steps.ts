import { SCHEMA_LIMITS } from './keywords.ts';

/** Counts what checking a value costs. One step is about one schema at one place of the value. */
export class Steps {
  #left: number;

  constructor(limit: number = SCHEMA_LIMITS.steps) {
    this.#left = limit;
  }

  /** Throws a RangeError, with a sentence for the user, once no step is left. */
  spend(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new RangeError('checking it takes too many steps');
  }
}
