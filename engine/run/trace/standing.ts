import type { RunStatus } from './RunEvent.ts';
import type { ActivationView, EffectView, RunView } from './RunView.ts';

/** The state of a run: as it ended, or, while it has not, whether something is under way in it. */
export type Standing = RunStatus | 'waiting' | 'paused';

/**
 * What an unfinished run is at. `waiting`: nothing is under way but waits, for signals, conditions, times and the next attempts.
 * `inside`: nothing but those, and runs that it has started. `working`: all else.
 */
export type Activity = 'working' | 'inside' | 'waiting';

/**
 * The state of a run: this decides what is shown as waiting, and what as running.
 * @param isIdleInside whether the runs that it has started only wait, too
 */
export function standingOf(
  view: Pick<RunView, 'status' | 'paused' | 'tasks' | 'activations'>,
  isIdleInside = false,
): Standing {
  if (view.status !== 'running') return view.status;
  if (view.paused !== null) return 'paused';
  const activity = activityOf(view);
  return activity === 'waiting' || (activity === 'inside' && isIdleInside) ? 'waiting' : 'running';
}

/** What a run is at that has not ended and is not paused. Costs as much as it has activations, unless a task's last one is at work. */
export function activityOf({ tasks, activations }: Pick<RunView, 'tasks' | 'activations'>): Activity {
  for (const { status, effects } of tasks.values()) if (isOpen(status) && effects.some(isOwnWork)) return 'working';
  const open = [...activations.values()].filter(({ status }) => isOpen(status));
  const containers = new Set(open.map(({ parent }) => parent));
  let found: Activity | null = null;
  for (const step of open) {
    const activity = activityOfStep(step, containers.has(step.activation));
    if (activity === 'working') return 'working';
    if (found !== 'inside') found = activity ?? found;
  }
  return found ?? 'working';
}

/** Null for one that says nothing: what is queued, or has its tasks under way, is as far as those are. */
function activityOfStep({ status, effects }: ActivationView, isContainer: boolean): Activity | null {
  if (status === 'pending') return null;
  if (effects.some(isOwnWork)) return 'working';
  if (effects.some(({ endedAt }) => endedAt === null)) return 'inside';
  if (status !== 'running') return 'waiting';
  return isContainer ? null : 'working';
}

function isOpen(status: ActivationView['status']): boolean {
  return status === 'running' || status === 'waiting' || status === 'retrying' || status === 'pending';
}

/** A call that is under way, and not for a run that it has started. */
function isOwnWork({ endedAt, child }: EffectView): boolean {
  return endedAt === null && child === undefined;
}
