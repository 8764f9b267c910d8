import type { Clock } from './clock.ts';

/** Longest time without yielding to the event loop, in ms. */
const SLICE = 8;

/** A function to await after each piece of work: yields to the event loop once a slice of time has passed. */
export function createSlices(clock: Pick<Clock, 'now' | 'yieldToEventLoop'>): () => Promise<void> | undefined {
  let start = clock.now();
  return () => {
    if (clock.now() - start < SLICE) return undefined;
    return clock.yieldToEventLoop().then(() => {
      start = clock.now();
    });
  };
}
