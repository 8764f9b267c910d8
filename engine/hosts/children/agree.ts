import type { RunInputDraft } from '../../driver/index.ts';
import type { Budget, Run } from '../../run/index.ts';
import { renewBudget, toResumed } from './Family.ts';
import type { OpenedChild } from './OpenedChild.ts';
import { isShownFirst, pauseUnder, runsByItself } from './stops.ts';

/** The run around one that is opened. */
interface Around {
  readonly run: Run;
  readonly isPaused: boolean;
  /** It was resumed while it was paused for the run that is opened. */
  readonly isResumed: boolean;
  /** What is left of the outermost run's budget. */
  readonly left: Budget;
}

/** How a run that is opened comes to agree with the one around it. */
interface Agreement {
  readonly inputs: readonly RunInputDraft[];
  /** True: it is resumed by them. */
  readonly isResuming: boolean;
  /** True: it has stopped, and whether the run around it was resumed after that is not known: it asks again. */
  readonly asks: boolean;
}

/** What a run that is opened has to be fed, so that it is paused where the one around it is, and only there. */
export function agree(
  { view, tracked }: Pick<OpenedChild<unknown>, 'view' | 'tracked'>,
  { run, isPaused, isResumed, left }: Around,
): Agreement {
  const runs = runsByItself({ view });
  const none = { inputs: [], isResuming: false, asks: false };
  if (isPaused) return runs ? { ...none, inputs: [pauseUnder(run)] } : none;
  if (runs) return { ...none, inputs: renewBudget(tracked, left) };
  if (isShownFirst(view) && !isResumed) return { ...none, asks: true };
  return { ...none, inputs: [toResumed(tracked, left)], isResuming: true };
}
