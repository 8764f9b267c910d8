import { shownView, useSession } from '../../session/index.ts';
import { type EdgeState, toEdgeState } from '../model/toEdgeState.ts';

/** What the shown run says about one line. `to` is the id of the task it leads to; null where it ends. */
export function useEdgeState(edgeId: string, to: string | null): EdgeState {
  return useSession((state) => {
    const run = shownView(state);
    return run ? toEdgeState(run, edgeId, to) : 'idle';
  });
}
