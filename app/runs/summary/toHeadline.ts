import type { ActivationView, RunError } from '#engine/run';
import { followRun, type ShownRun } from '../../session/run/index.ts';

/** What the user should know of a run before any of its steps. */
export type Headline =
  /** It failed: why, and the step that failed it; null where no step did, as with a limit of the whole run. */
  | { readonly kind: 'failed'; readonly error: RunError; readonly step: ActivationView | null }
  /** It continues only once a signal is sent. */
  | { readonly kind: 'signal'; readonly signal: string; readonly step: ActivationView };

/** Derives the headline of a run; null where its timeline is enough. */
export function toHeadline(run: Pick<ShownRun, 'events' | 'view'>): Headline | null {
  const { view } = run;
  if (view.status === 'error') {
    return view.error === null ? null : { kind: 'failed', error: view.error, step: findFailed(run, view.error) };
  }
  if (view.status !== 'running' || view.paused !== null) return null;
  for (const step of view.tasks.values()) {
    if (step.awaits !== undefined) return { kind: 'signal', signal: step.awaits.signal, step };
  }
  return null;
}

/** The innermost step with the run's error: a container fails with what failed inside it, and started before that. */
function findFailed(run: Pick<ShownRun, 'events' | 'view'>, { code, message }: RunError): ActivationView | null {
  return failures(run).get(code)?.get(message) ?? null;
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
