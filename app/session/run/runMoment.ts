import type { EngineWorker, ForkRequest, StartFailure } from '#engine/worker';
import { enginePort, ignoreWorkerExit, notifyFailure, reachOut } from '../document/engine.ts';
import { openFile } from '../document/files.ts';
import { selectActivation } from '../document/selection.ts';
import { mayReachOut, trustFork } from '../document/trustGate.ts';
import { notify } from '../store/notices.ts';
import type { Asker, ShownRun } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { openDrawer } from '../store/view.ts';
import { activeBreakpoints } from './runBreakpoints.ts';
import { refreshRuns } from './runHistory.ts';
import { collectEarly, earlyEvents, receive, show, stopCollecting } from './runShown.ts';
import { viewAfter } from './viewAfter.ts';

/** Shows the run on screen as it was after `count` events; null: as it is now, or as it ended. */
export function showMoment(count: number | null): void {
  const {
    run: { shown: run },
  } = session.getState();
  if (run === null) return;
  if (count === null) {
    if (run.moment !== null) update({ run: { shown: { ...run, moment: null } } });
    return;
  }
  const wanted = Math.min(Math.max(count, 1), run.events.length);
  const event = run.events.at(wanted - 1);
  if (event === undefined || run.moment?.count === wanted) return;
  update({ run: { shown: { ...run, moment: { count: wanted, at: event.at, view: viewAfter(run.events, wanted) } } } });
}

/** Looks some events further, or back; from now on where no instant is looked at. */
export function moveMoment(by: number): void {
  const {
    run: { shown: run },
  } = session.getState();
  if (run !== null) showMoment((run.moment?.count ?? run.events.length) + by);
}

/** A fork that was started. */
type StartedFork = Extract<Awaited<ReturnType<EngineWorker['forkRun']>>, { readonly ok: true }>;

/** A run of the history, as far as a fork of it needs to know. */
type ForkedRun = Pick<ShownRun, 'runId' | 'path' | 'source' | 'files' | 'importedFrom'>;

/** Where a fork begins: after an event; and what is otherwise in it. */
export interface ForkPoint extends Pick<ForkRequest, 'seq' | 'text' | 'message'> {
  /** The step that is looked at in the fork. */
  readonly activation?: number;
}

/**
 * Starts another run as a copy of one. Paused, so that values can be changed before it resumes; with a message changed, it continues
 * that. Of a run that came from a file nothing has run here: the user is asked first. Null where none was started.
 */
export async function fork(run: ForkedRun, { activation, ...point }: ForkPoint): Promise<StartedFork | null> {
  const engine = enginePort();
  const asker = point.text === undefined ? askerOf(run) : ({ type: 'file', path: run.path } as const);
  if (engine === null || !(await mayReachOut(asker))) return null;
  const {
    workspace: { variables },
    run: { errorPause },
  } = session.getState();
  collectEarly();
  try {
    const request = { runId: run.runId, isPaused: point.message === undefined, variables, ...point };
    const started = await reachOut(asker, (outer) => outer.forkRun(request), 'quietly');
    if (started === null) return null;
    if (!started.ok) {
      explainFork(started.failure, run.path);
      return null;
    }
    const { runId } = started;
    const { path, source, files, importedFrom } = run;
    trustFork(run.runId, runId);
    for (const breakpoint of activeBreakpoints(session.getState(), path))
      void engine.engine.controlRun(runId, { type: 'breakpoint.set', breakpoint, isSet: true }).catch(ignoreWorkerExit);
    if (errorPause !== 'off')
      void engine.engine.controlRun(runId, { type: 'errorPause.set', pauses: errorPause }).catch(ignoreWorkerExit);
    const record = await engine.engine.findRun(runId);
    const origin = importedFrom === null ? {} : { importedFrom, files };
    const made = record === null ? {} : { startedAt: record.startedAt };
    show({ runId, path, source, events: record?.events ?? [], forkedFrom: run.runId, ...made, ...origin });
    receive({ runId, events: earlyEvents(runId) });
    if (activation !== undefined) selectActivation(activation);
    openDrawer('timeline');
    return started;
  } catch (error) {
    notifyFailure('The run was not forked.', error);
    return null;
  } finally {
    stopCollecting();
    void refreshRuns();
  }
}

function explainFork(failure: StartFailure, path: string): void {
  if (failure.type === 'check') {
    openFile(path);
    openDrawer('problems');
    notify({ kind: 'warning', message: `${path} cannot run yet. Fix its errors first.` });
  } else notify({ kind: failure.type === 'input' ? 'info' : 'error', message: failure.error.message });
}

/** A fork of an imported run holds its text, whatever path that names. */
function askerOf({ runId, path, source, files, importedFrom }: ForkedRun): Asker {
  return importedFrom === null
    ? { type: 'person' }
    : { type: 'imported-run', run: { runId, path, source, files, importedFrom } };
}
