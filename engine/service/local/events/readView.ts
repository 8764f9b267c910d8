import { EMPTY_VIEW, foldRun, forgetEnded, type RunEvent, type RunStarted, type RunView } from '../../../run/index.ts';
import { type MaskOf, RecordedEvents } from './RecordedEvents.ts';

/** How many events are read at a time. */
const MANY = 1_000;

/** What a run was started with, and its state, from its journal. Secrets are masked. Rejects as {@link RecordedEvents} throws. */
export async function readView(
  file: string,
  maskOf: MaskOf,
): Promise<{ readonly start: RunStarted; readonly view: RunView }> {
  const recorded = new RecordedEvents(file, maskOf);
  try {
    let view: RunView = EMPTY_VIEW;
    for (let events: readonly RunEvent[] = [], after = 0; ; after = (events.at(-1)?.seq ?? 0) + 1) {
      events = await recorded.read(after, MANY);
      view = forgetEnded(foldRun(view, events));
      if (events.length < MANY) return { start: recorded.start, view };
    }
  } finally {
    recorded.close();
  }
}
