import { advance, createRun, type RunEvent, type RunInput } from '../../../run/index.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import { createSlices, workflowOf } from '../run/recordedRun.ts';

/** What each input of a journal led to, in order. */
export interface ReplayedInput {
  readonly input: RunInput;
  readonly events: readonly RunEvent[];
}

/**
 * The inputs of a recorded run with their events: its journal, fed again to the machine with the exact source that ran.
 * No effect is performed. Equal to what was seen live. Where the machine itself fails, as it did live, they end.
 */
export async function replay(recorded: JournaledRun, clock: Clock): Promise<readonly ReplayedInput[]> {
  const run = createRun(workflowOf(recorded));
  const replayed: ReplayedInput[] = [];
  const breathe = createSlices(clock);
  for (const input of recorded.inputs) {
    try {
      replayed.push({ input, events: advance(run, input).events });
    } catch {
      return replayed;
    }
    await breathe();
  }
  return replayed;
}
