import type { Print } from './terminal.ts';

/** Where the lines of a run and of those below it go. That all of it only waits is said once, until something else is: checks on the way are no news. */
export class ProgressLines {
  readonly #print: Print;
  #hasSaidWaiting = false;

  constructor(print: Print) {
    this.#print = print;
  }

  /** Nothing where there are no parts. */
  readonly print: Print = (...parts) => {
    if (parts.length === 0) return;
    this.#hasSaidWaiting = false;
    this.#print(...parts);
  };

  /** Nothing is under way any more but waits. */
  sayWaiting(): void {
    if (this.#hasSaidWaiting) return;
    this.#print('  ~ waiting\n');
    this.#hasSaidWaiting = true;
  }
}
