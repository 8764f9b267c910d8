import { advance, createRun, type RunEvent, type RunInput } from '../../../run/index.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import { createSlices } from '../platform/createSlices.ts';
import { workflowOf } from '../run/record/workflowOf.ts';

/** An input of a journal, with the events it caused. */
export interface ReplayedInput {
  readonly input: RunInput;
  readonly events: readonly RunEvent[];
}

/**
 * Replays a recorded run: feeds its journal to the machine again, with the exact source that ran, and answers with the
 * events of each input. No effect is performed. The events equal those of the run. Stops where the machine throws, as it
 * did in the run.
 */
export async function replay(recorded: JournaledRun, clock: Clock): Promise<readonly ReplayedInput[]> {
  const run = createRun(workflowOf(recorded));
  const replayed: ReplayedInput[] = [];
  const yieldToEventLoop = createSlices(clock);
  for (const input of recorded.inputs) {
    try {
      replayed.push({ input, events: advance(run, input).events });
    } catch {
      return replayed;
    }
    await yieldToEventLoop();
  }
  return replayed;
}
