import { Queue } from '../../../base/index.ts';

/** Waits some ms of real time. */
export function startSleep(ms: number): { readonly over: Promise<void>; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { over, stop: () => clearTimeout(timer) };
}

/** How long a run feeds its inputs until others have their turn, in ms. One input is never interrupted. */
export const SLICE = 5;

/**
 * Lets work on this thread be done in turns: each who asks waits until all that is ready, such as a request, was seen to, and until
 * those who asked before have had theirs. However many ask at once, the thread is kept for one turn at most.
 */
export class Turns {
  readonly #waiting = new Queue<() => void>();
  #isSet = false;

  /** Resolves when it is the caller's turn, which lasts until it waits for something. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (!this.#isSet) this.#set();
    });
  }

  #set(): void {
    this.#isSet = true;
    // One that is set while it is called comes after the next look for what is ready.
    setImmediate(() => {
      this.#waiting.shift()?.();
      if (this.#waiting.size === 0) this.#isSet = false;
      else this.#set();
    });
  }
}
