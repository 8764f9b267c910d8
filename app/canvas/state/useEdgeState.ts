import type { ActivationView, RunView } from '#engine/run';
import { useSession } from '../../session/index.ts';
import { isEditedSinceRun, shownView } from '../../session/run/index.ts';

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

/** `live`: taken, and its target is running; `faded`: the run has ended without it. */
type EdgeState = 'idle' | 'taken' | 'live' | 'faded';

/** The part of a run a line is read from. */
interface LineView extends Pick<RunView, 'status' | 'edges'> {
  readonly tasks: ReadonlyMap<string, Pick<ActivationView, 'status'>>;
}

/** Reads the state of a line in a run by its id and the task it leads to. */
export function toEdgeState(run: LineView, edgeId: string, to: string | null): EdgeState {
  const isTaken = (run.edges.get(edgeId) ?? 0) > 0;
  if (!isTaken) return run.status === 'running' ? 'idle' : 'faded';
  const status = to === null ? undefined : run.tasks.get(to)?.status;
  const goesOn = status === 'pending' || status === 'running' || status === 'waiting' || status === 'retrying';
  return goesOn && run.status === 'running' ? 'live' : 'taken';
}
