import { selectActivation } from '../document/selection.ts';
import { showMoment } from '../run/index.ts';
import { announce } from '../store/notices.ts';
import { session } from '../store/store.ts';
import { openDrawer } from '../store/view.ts';

/** What was found in the run on screen. */
interface FoundPlace {
  /** The number of its event, from 1: the instant that it is of. */
  readonly count: number;
  /** Its step; null where it is of the run as a whole. */
  readonly activation: number | null;
  /** What is said of it to screen readers. */
  readonly words: string;
}

/**
 * Leads to what was found: its step is selected, on the canvas and below it; what is of no step is shown among the events. Where an
 * instant is looked at, that of what was found takes its place, since its step may not have begun in the other one.
 */
export function showFound({ count, activation, words }: FoundPlace): void {
  const {
    run: { shown: run },
    view: { drawer },
  } = session.getState();
  if (run === null) return;
  if (run.moment !== null) showMoment(count);
  selectActivation(activation);
  if (activation === null) openDrawer('events');
  else if (drawer.tab !== 'events') openDrawer('timeline');
  announce(words);
}
