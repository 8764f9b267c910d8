import type { SessionState, ShownRun } from '../store/State.ts';

/** Why neither the input nor the results of a run are used for another one: what is in a file may be made up, and masked values are no input. */
const MADE_UP = 'What is in the run came from elsewhere and may be made up: run the workflow itself.';

/** Why no other run can be made of the one on screen, wherever it would run; undefined where one can. */
export function explainNoReuse(run: ShownRun | null): string | undefined {
  if (run === null || run.view.status === 'running') return 'The run has not ended yet.';
  if (run.isOfTest) return 'A test played the run: run the test again.';
  return run.importedFrom === null ? undefined : MADE_UP;
}

/** Why the failed items of the run on screen cannot be run again; undefined where they can. Those of a server run here. */
export function explainNoRetry({
  run: { shown: run },
  document: {
    workspace: { files },
  },
}: Pick<SessionState, 'run' | 'document'>): string | undefined {
  const why = explainNoReuse(run);
  if (run === null || why !== undefined) return why;
  const path = run.parent?.files[0] ?? run.path;
  return files.has(path) ? undefined : `${path} is not here.`;
}

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
