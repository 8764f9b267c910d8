import type { ActivationView, RunView } from '#engine/run';

/** `live`: taken, and its target is running; `faded`: the run has ended without it. */
export type EdgeState = 'idle' | 'taken' | 'live' | 'faded';

/** The part of a run a line is read from. */
export interface LineView extends Pick<RunView, 'status' | 'edges'> {
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
