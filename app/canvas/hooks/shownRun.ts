import type { RunView } from '#engine';
import type { session } from '../../session/index.ts';

type SessionState = ReturnType<typeof session.getState>;

/** The run the canvas shows: one of the file that is open. */
export function shownRun(state: SessionState): RunView | null {
  return state.run && state.run.path === state.activePath ? state.run.view : null;
}
