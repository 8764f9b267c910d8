import type { ActivationView, RunError, RunView } from '#engine/run';
import type { ShownRun } from '../../session/run/index.ts';
import { findSignal } from '../parts/findSignal.ts';

/** What the user should know of a run before any of its steps. */
export type Headline =
  /** It failed: why, and the step that failed it; null where no step did, as with a limit of the whole run. */
  | { readonly kind: 'failed'; readonly error: RunError; readonly step: ActivationView | null }
  /** It continues only once a signal is sent. */
  | { readonly kind: 'signal'; readonly signal: string; readonly step: ActivationView };

/** How many waiting steps are asked for their signal. */
const MOST_WAITING = 50;

/** Derives the headline of a run; null where its timeline is enough. */
export function toHeadline(run: Pick<ShownRun, 'events' | 'view'>): Headline | null {
  const { view } = run;
  if (view.status === 'error') {
    return view.error === null ? null : { kind: 'failed', error: view.error, step: findFailed(view, view.error) };
  }
  if (view.status !== 'running' || view.paused !== null) return null;
  const waiting = [...view.tasks.values()].filter(({ status }) => status === 'waiting').slice(0, MOST_WAITING);
  for (const step of waiting) {
    const signal = findSignal(run, step.activation);
    if (signal !== null) return { kind: 'signal', signal, step };
  }
  return null;
}

/** The innermost step with the run's error: a container fails with what failed inside it, and started before that. */
function findFailed({ activations }: RunView, { code, message }: RunError): ActivationView | null {
  const failed = [...activations.values()].filter(
    ({ status, error }) => status === 'error' && error?.code === code && error.message === message,
  );
  return failed.at(-1) ?? null;
}
