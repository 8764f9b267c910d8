import { useSession } from '../../session/index.ts';
import { type EdgeState, toEdgeState } from '../flow/toEdgeState.ts';
import { shownRun } from './shownRun.ts';

/** What the shown run says about one line. `to` is the id of the task it leads to; null where it ends. */
export function useEdgeState(edgeId: string, to: string | null): EdgeState {
  return useSession((state) => {
    const run = shownRun(state);
    return run ? toEdgeState(run, edgeId, to) : 'idle';
  });
}
