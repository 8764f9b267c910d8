import type { Diagnostic } from '#engine';
import type { Json } from '#engine/values';
import type { StartFailure } from '#engine/worker';
import { activeDiagnostics, currentDiagnostics } from '../document/diagnostics.ts';
import { type EnginePort, enginePort, ignoreWorkerExit, reachOut, setEngine } from '../document/engine.ts';
import { readingState } from '../document/reading.ts';
import { clearSelection } from '../document/selection.ts';
import { whenTrusted } from '../document/trustGate.ts';
import { announce, type Notice, notify } from '../store/notices.ts';
import type { RunAim, RunFormSubject } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { openDrawer } from '../store/view.ts';
import { connectSecrets } from '../workspace/secrets.ts';
import { shareWorkspace } from '../workspace/shareWorkspace.ts';
import { findRecord } from './findRecord.ts';
import { refreshRuns } from './runHistory.ts';
import {
  catchUp,
  collectEarly,
  earlyEvents,
  isFenced,
  markInterrupted,
  receive,
  selectCall,
  show,
  stopCollecting,
} from './runShown.ts';
import { runRuntime } from './runtime.ts';

/** Connects the session to the engine. Answers with a function that disconnects it. */
export function connectRuns(connection: EnginePort): () => void {
  setEngine(connection);
  connectSecrets(connection.engine);
  const stopSharing = shareWorkspace(connection.engine);
  const stop = connection.onFailure(({ message, hasStarted }) => {
    // One that never started would be lost again, for ever: a person may try.
    if (!hasStarted) return update({ run: { engineLost: message } });
    connection.restart();
    void recoverRuns();
    notify({ kind: 'error', message: `${message} It was started again, and your text is not touched.` });
  });
  connection.engine
    .subscribe((batch) => {
      receive(batch);
      const isLost = batch.trouble != null && isFenced(batch.trouble);
      // A run that another tab took is watched from now on, and resumed once that tab is gone; one that came here is read again.
      if (isLost) void recoverRuns();
      else if (batch.isElsewhere === false && session.getState().run.shown?.runId === batch.runId)
        catchUp(batch.runId).catch(ignoreWorkerExit);
    })
    .catch(ignoreWorkerExit);
  void refreshRuns();
  return () => {
    stop();
    stopSharing();
    setEngine(null);
    stopCollecting();
  };
}

/** Tries again to start an engine that did not start. */
export function restartEngine(): void {
  update({ run: { engineLost: null } });
  enginePort()?.restart();
  void recoverRuns();
  void currentDiagnostics();
}

/**
 * Resumes the runs that a closed or broken tab left behind. The one on screen gets what it missed; where it cannot resume,
 * it is shown as interrupted.
 */
export async function recoverRuns(): Promise<void> {
  try {
    const {
      workspace: { variables },
    } = session.getState();
    // What the worker before said holds no longer.
    runRuntime.idle.clear();
    const [resumed] = (await reachOut({ type: 'person' }, (engine) => engine.recoverRuns({ variables }))) ?? [];
    const {
      run: { shown: run },
    } = session.getState();
    if (run?.view.status === 'running' || run?.isInterrupted === true) await catchUp(run.runId);
    else if (run === null && resumed !== undefined) {
      await openRun(resumed);
      announce('Resumed.');
    }
  } catch (error) {
    ignoreWorkerExit(error);
    markInterrupted();
  }
  await refreshRuns();
}

/**
 * Asks for the input of a run of the active file, or of a part of it; where the file has errors, shows these instead.
 * @param isShort whether the run starts at once where there is nothing to ask for
 */
export function openRunForm(aim: RunAim | null = null, isShort = false): void {
  if (readingState(session.getState()) !== null) {
    notify({ kind: 'info', message: 'The file is still being read. It can run in a moment.' });
    return;
  }
  const path = session.getState().document.activePath;
  if (path === null) return;
  const subject = { path, aim, isShort };
  if (!hasError(activeDiagnostics())) openForm(subject);
  else void openFormOfChecked(subject);
}

/** What was found in the text of a moment ago may be fixed by what was typed since. */
async function openFormOfChecked(subject: RunFormSubject): Promise<void> {
  const diagnostics = await currentDiagnostics();
  if (session.getState().document.activePath !== subject.path) return;
  if (hasError(diagnostics)) explain({ type: 'check', diagnostics });
  else openForm(subject);
}

function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

function openForm(form: RunFormSubject): void {
  whenTrusted({ type: 'file', path: form.path }, () => update({ run: { form }, view: { dialog: 'run-form' } }));
}

/** Opens the drawer on a run. On a phone the form of a task would be over it. */
export function openOnRun(): void {
  const { drawer, isNarrow } = session.getState().view;
  if (isNarrow) clearSelection();
  openDrawer(drawer.tab === 'problems' ? 'timeline' : undefined);
}

const GONE: Notice = { kind: 'warning', message: 'That run is no longer kept.' };

/**
 * Shows a run of the history, with the text that ran, and the step that made a call (by its key); opens its file when it is
 * still here. Says `gone` where the run is no longer kept.
 */
export async function openRun(
  runId: string,
  { call, gone = GONE }: { readonly call?: string; readonly gone?: Notice } = {},
): Promise<void> {
  const engine = enginePort();
  if (!engine || session.getState().run.shown?.runId === runId) return;
  const wanted = ++runRuntime.wanted;
  collectEarly();
  try {
    const record = await findRecord(runId);
    if (runRuntime.wanted !== wanted) return;
    if (!record) {
      notify(gone);
      await refreshRuns();
      return;
    }
    show(record);
    receive({ runId, events: earlyEvents(runId) });
    if (record.status === 'interrupted') markInterrupted();
    if (call !== undefined) selectCall(call);
    if (session.getState().document.workspace.files.has(record.path)) update({ document: { activePath: record.path } });
    openOnRun();
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  } finally {
    stopCollecting();
  }
}

/** Takes the run off the screen; a running one continues. */
export function closeRun(): void {
  update({ run: { shown: null } });
}

/** The input of the last run of a file, on this device. */
export function lastInput(path: string | null): Json | undefined {
  return path === null ? undefined : session.getState().run.lastInputs.get(path);
}

/** Says why a run cannot start. */
export function explain(failure: StartFailure): void {
  if (failure.type === 'check') {
    const errors = failure.diagnostics.filter(({ severity }) => severity === 'error').length;
    openDrawer('problems');
    // It passes: the list says what is wrong for as long as it is.
    notify({
      kind: 'warning',
      message: `This workflow cannot run yet: ${errors === 1 ? 'one error' : `${errors} errors`} to fix first.`,
    });
    return;
  }
  notify({ kind: 'error', message: failure.error.message });
}
