import { useSession } from '../../session/index.ts';
import { shownView } from '../../session/run/index.ts';
import { type EdgeState, toEdgeState } from '../model/toEdgeState.ts';

/** The state of one line in the shown run. `to` is the id of the task it leads to; null where it ends. */
export function useEdgeState(edgeId: string, to: string | null): EdgeState {
  return useSession((state) => {
    const run = shownView(state);
    return run ? toEdgeState(run, edgeId, to) : 'idle';
  });
}
