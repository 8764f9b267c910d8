import { type Replayed, replay, type TrackedRun } from '../../../driver/index.ts';
import type { RunInput } from '../../../run/index.ts';
import type { Clock } from './clock.ts';
import { createSlices } from './createSlices.ts';

/** As `replay`, and others have their turn between two inputs. */
export async function* replayInSlices(
  tracked: TrackedRun,
  inputs: Iterable<RunInput>,
  clock: Pick<Clock, 'now' | 'yieldToEventLoop'>,
): AsyncGenerator<Replayed, void> {
  const yieldToEventLoop = createSlices(clock);
  for (const step of replay(tracked, inputs)) {
    yield step;
    await yieldToEventLoop();
  }
}
