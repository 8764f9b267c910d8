import type { Advance, RunInput } from '../run/index.ts';
import type { TrackedRun } from './TrackedRun.ts';

/** An input that was recorded, and what the machine answered to it. */
export interface Replayed extends Advance {
  readonly input: RunInput;
}

/**
 * Feeds recorded inputs to a machine, each once it is asked for: one that was fed the same before gives the same events. None of its
 * effects is performed. Throws what the machine throws; the input at which it does is not counted.
 */
export function* replay(tracked: TrackedRun, inputs: Iterable<RunInput>): Generator<Replayed, void> {
  for (const input of inputs) {
    const { events, effects, more, isFinished } = tracked.feed(input);
    yield { input, events, effects, more, isFinished };
  }
}
