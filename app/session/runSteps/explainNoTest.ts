import type { SessionState } from '../store/State.ts';

/** Why the run on screen cannot become a test; undefined where it can. */
export function explainNoTest({ run: { shown: run } }: Pick<SessionState, 'run'>): string | undefined {
  if (run === null) return 'No run is on screen.';
  return run.view.status === 'running' ? 'The run has not ended yet.' : undefined;
}

/** Why the run on screen cannot be recorded for a test; undefined where it can. */
export function explainNoRecording(state: Pick<SessionState, 'run'>): string | undefined {
  if (state.run.shown?.isOfTest === true) return 'A test played this run, which is not kept.';
  return explainNoTest(state);
}
