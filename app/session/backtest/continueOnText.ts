import { findTask } from '#engine/model';
import { analysisOf, importedFiles } from '../document/analysis.ts';
import { fork } from '../run/runMoment.ts';
import { notify } from '../store/notices.ts';
import type { SessionState } from '../store/State.ts';
import { session } from '../store/store.ts';

/** A run that may continue the text of its file as it is now. */
export interface ContinuedRecord {
  readonly runId: string;
  readonly path: string;
  readonly isImported?: boolean | undefined;
  readonly importedFrom?: string | null | undefined;
  readonly isOfTest?: boolean;
  readonly server?: unknown;
  /** The text that it ran, where it is known. */
  readonly source?: string;
}

/** Why a run cannot continue the text as it is now; undefined where it can be tried. */
function explainNoContinue(
  { document: { workspace } }: Pick<SessionState, 'document'>,
  run: ContinuedRecord | null,
): string | undefined {
  if (run === null) return 'No run is on screen.';
  if (run.isOfTest === true) return 'A test played the run: run the test again.';
  if (run.server != null) return 'The run is on a server: fork it here first.';
  if (run.isImported === true || run.importedFrom != null) return 'The run came from a file: run the workflow instead.';
  const text = workspace.files.get(run.path);
  if (text === undefined) return `${run.path} is no longer here.`;
  return run.source === text ? 'The text has not changed since that run.' : undefined;
}

/**
 * Starts another run with the text of a run's file as it is now, and its past as far as that is the same with both texts; it is paused
 * before the first step that differs, at the latest after the event `seq`.
 */
export async function continueOnText(run: ContinuedRecord, seq: number = Number.MAX_SAFE_INTEGER): Promise<void> {
  const state = session.getState();
  const why = explainNoContinue(state, run);
  const { path, runId } = run;
  const source = state.document.workspace.files.get(path);
  if (why !== undefined || source === undefined) {
    notify({ kind: 'info', message: why ?? `${path} is no longer here.` });
    return;
  }
  const files = importedFiles(state, path);
  const started = await fork(
    { runId, path, source, files: new Map(), importedFrom: null },
    { seq, text: { source, files } },
  );
  if (started === null) return;
  const { before } = started;
  const past =
    before === undefined
      ? 'all past steps are the same'
      : `${nameOf(path, before.taskId)} is the first step that differs`;
  notify({ kind: 'info', message: `Continued ${path} on its new text: ${past}. ${tellState(started.runId)}` });
}

/** What became of the run, by itself and not by what was planned: a past that is the same to its end leaves nothing to resume. */
function tellState(runId: string): string {
  const { shown } = session.getState().run;
  if (shown?.runId !== runId) return '';
  const { status, paused } = shown.view;
  if (status !== 'running') return `The run has ended with ${status}.`;
  return paused === null ? 'The run keeps running.' : 'The run is paused there: resume it to continue.';
}

function nameOf(path: string, taskId: string | null): string {
  if (taskId === null) return 'its start or end';
  const workflow = analysisOf(session.getState(), path, 'resolved')?.workflow;
  return `“${(workflow && findTask(workflow, taskId)?.name) ?? taskId}”`;
}
