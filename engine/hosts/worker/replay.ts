import { analyze, effectiveWorkflow } from '../../graph/index.ts';
import { advance, createRun, type RunEvent } from '../../run/index.ts';
import type { Clock } from './clock.ts';
import type { JournaledRun } from './journal/RunStore.ts';

/** How long it works before it lets others work, in ms. */
const SLICE = 8;

/**
 * The events of a recorded run: its journal, fed again to the machine with the exact source that ran. No effect is
 * performed. Equal to what was seen live. Where the machine itself fails, as it did live, the events end.
 */
export async function replay({ summary, details, inputs }: JournaledRun, clock: Clock): Promise<readonly RunEvent[]> {
  const analysis = analyze(summary.path, details.source, undefined, details.files ?? new Map());
  const run = createRun(effectiveWorkflow(analysis));
  const events: RunEvent[] = [];
  let sliceStart = clock.now();
  for (const input of inputs) {
    try {
      for (const event of advance(run, input).events) events.push(event);
    } catch {
      return events;
    }
    if (clock.now() - sliceStart < SLICE) continue;
    await clock.breathe();
    sliceStart = clock.now();
  }
  return events;
}
