import type { ActivationView, RunError, RunView } from '#engine/run';
import { isJsonObject } from '#engine/values';
import { followRun } from '../../session/run/index.ts';
import { collectionOf, type FollowedRun, failedSteps } from '../../session/runSteps/index.ts';

/** What the user should know of a run before any of its steps. */
export type Headline =
  /** It failed: why, and the step that failed it; null where no step did, as with a limit of the whole run. */
  | { readonly kind: 'failed'; readonly error: RunError; readonly step: ActivationView | null }
  /** It continued, or ended well, though items of a collection failed. */
  | { readonly kind: 'items'; readonly group: ActivationView; readonly failed: number; readonly total: number }
  /** It ended well, and warned: something it read was not there. */
  | { readonly kind: 'warnings'; readonly warnings: RunView['warnings']; readonly step: ActivationView | null }
  /** It continues only once a signal is sent. */
  | { readonly kind: 'signal'; readonly signal: string; readonly step: ActivationView };

/** Derives the headline of a run; null where its timeline is enough. */
export function toHeadline(run: FollowedRun): Headline | null {
  const { view } = run;
  if (view.status === 'error') {
    return view.error === null ? null : { kind: 'failed', error: view.error, step: findFailed(run, view.error) };
  }
  if (view.status !== 'running') return toFailedItems(run) ?? toWarnings(view);
  if (view.paused !== null) return null;
  for (const step of view.tasks.values()) {
    if (step.awaits !== undefined) return { kind: 'signal', signal: step.awaits.signal, step };
  }
  return null;
}

function toFailedItems(run: FollowedRun): Headline | null {
  const [first] = failedSteps(run);
  const group = first === undefined ? undefined : collectionOf({ ...run, moment: null }, first);
  const { failed = 0, total = 0 } = group?.progress ?? {};
  return group === undefined || failed === 0 ? null : { kind: 'items', group, failed, total };
}

function toWarnings({ status, warnings, tasks }: RunView): Headline | null {
  const [first] = warnings;
  if (status !== 'success' || first === undefined) return null;
  return { kind: 'warnings', warnings, step: tasks.get(first.taskId ?? '') ?? null };
}

/** The step that failed with the run's error: the innermost, where a container says in its own words what failed inside it. */
function findFailed(run: FollowedRun, { code, message, details }: RunError): ActivationView | null {
  const { activations } = run.view;
  const step = failures(run).get(code)?.get(message) ?? null;
  if (step === null) return null;
  const reason = innermostReason(message, details);
  const inside = failedSteps(run).filter((id) => id !== step.activation && isInside(activations, id, step.activation));
  const cause = inside.find((id) => activations.get(id)?.error?.message === reason) ?? inside[0];
  return (cause === undefined ? undefined : activations.get(cause)) ?? step;
}

/** What failed at the bottom of containers, each of which has the message of what failed inside it. */
function innermostReason(message: string, details: RunError['details']): string {
  let [reason, at] = [message, details];
  while (isJsonObject(at) && typeof at['reason'] === 'string') {
    reason = at['reason'];
    at = at['cause'] ?? null;
  }
  return reason;
}

function isInside(activations: RunView['activations'], id: number, container: number): boolean {
  for (let at = activations.get(id)?.parent ?? null; at !== null; at = activations.get(at)?.parent ?? null)
    if (at === container) return true;
  return false;
}

/** By code and message of an error: of the steps that failed with it, the one that started last. */
const failures = followRun(
  () => new Map<string, Map<string, ActivationView>>(),
  (known, events, { activations }) => {
    for (const event of events) {
      if (event.type !== 'task.failed' && event.type !== 'task.reused') continue;
      const step = activations.get(event.activation);
      if (step === undefined || step.status !== 'error' || step.error === null) continue;
      const { code, message } = step.error;
      const same = known.get(code) ?? new Map<string, ActivationView>();
      const other = same.get(message);
      if (other === undefined || startsAfter(step, other)) known.set(code, same.set(message, step));
    }
    return known;
  },
);

/** Steps of one instant are numbered in the order in which they came up. */
function startsAfter(step: ActivationView, other: ActivationView): boolean {
  const [at, otherAt] = [step.startedAt ?? 0, other.startedAt ?? 0];
  return at === otherAt ? step.activation > other.activation : at > otherAt;
}
