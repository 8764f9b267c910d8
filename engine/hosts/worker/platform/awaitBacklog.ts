import type { Clock } from './clock.ts';

/** From how many unsent events on a run waits for the page. */
const LARGEST_BACKLOG = 2000;

/** How long it waits before it checks again, in ms: one frame. */
const PAUSE = 16;

/** Resolves once few enough events of a run wait to be sent to the page, or as soon as `isFree` says that it need not wait. */
export async function awaitBacklog(
  { backlog, clock }: { readonly backlog: () => number; readonly clock: Pick<Clock, 'setTimer'> },
  isFree: () => boolean,
): Promise<void> {
  while (!isFree() && backlog() > LARGEST_BACKLOG) await new Promise<void>((resolve) => clock.setTimer(PAUSE, resolve));
}
