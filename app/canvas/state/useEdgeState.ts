import { useSession } from '../../session/index.ts';
import { isEditedSinceRun, shownView } from '../../session/run/index.ts';
import { type EdgeState, toEdgeState } from '../model/toEdgeState.ts';

/** Where a line begins and ends: ids of tasks; `to` is null where nothing comes next. */
interface LineEnds {
  readonly from: string;
  readonly to: string | null;
}

/** The state of one line in the shown run; idle where the task it leaves was edited since. */
export function useEdgeState(edgeId: string, { from, to }: LineEnds): EdgeState {
  return useSession((state) => {
    const run = shownView(state);
    return run && !isEditedSinceRun(state, from) ? toEdgeState(run, edgeId, to) : 'idle';
  });
}

/** How often a line was taken in the shown run, by the instant that is looked at; 0 where the task it leaves was edited since. */
export function useTimesTaken(edgeId: string, from: string): number {
  return useSession((state) => {
    const run = shownView(state);
    return run && !isEditedSinceRun(state, from) ? (run.edges.get(edgeId) ?? 0) : 0;
  });
}
