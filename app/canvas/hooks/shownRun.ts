import type { RunView } from '#engine';
import { type session, shownView } from '../../session/index.ts';

type SessionState = ReturnType<typeof session.getState>;

/** The run the canvas shows: one of the file that is open, at the instant that is looked at. */
export function shownRun(state: SessionState): RunView | null {
  return shownView(state);
}
