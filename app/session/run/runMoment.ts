import { enginePort, ignoreWorkerExit, notifyFailure, reachOut } from '../document/engine.ts';
import { mayReachOut, trustFork } from '../document/trustGate.ts';
import { notify } from '../store/notices.ts';
import type { ShownRun } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import type { Asker } from '../store/TrustQuestion.ts';
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

/**
 * Starts another run as a copy of the one on screen up to the instant that is looked at, and pauses it there, so that
 * values can be changed before it resumes. `count` names another instant. Of a run that came from a file nothing has run
 * here: the user is asked first.
 */
export async function forkRun(count?: number): Promise<void> {
  const {
    run: { shown: run },
  } = session.getState();
  const event = run?.events.at((count ?? run.moment?.count ?? run.events.length) - 1);
  if (run !== null && event !== undefined) await fork(run, event.seq);
}

/** A run of the history, as far as a fork of it needs to know. */
type ForkedRun = Pick<ShownRun, 'runId' | 'path' | 'source' | 'files' | 'importedFrom'>;

/** Starts another run as a copy of one up to the event `seq`, as {@link forkRun}. */
export async function fork(run: ForkedRun, seq: number): Promise<void> {
  const engine = enginePort();
  const asker = askerOf(run);
  if (engine === null || !(await mayReachOut(asker))) return;
  const {
    workspace: { variables },
    run: { errorPause },
  } = session.getState();
  collectEarly();
  try {
    const request = { runId: run.runId, seq, isPaused: true, variables };
    const started = await reachOut(asker, (outer) => outer.forkRun(request), 'quietly');
    if (started === null) return;
    if (!started.ok) {
      if (started.failure.type !== 'check') notify({ kind: 'error', message: started.failure.error.message });
      return;
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
    show({ runId, path, source, events: record?.events ?? [], forkedFrom: run.runId, ...origin });
    receive({ runId, events: earlyEvents(runId) });
    openDrawer('timeline');
  } catch (error) {
    notifyFailure('The run was not forked.', error);
  } finally {
    stopCollecting();
    void refreshRuns();
  }
}

/** A fork of an imported run holds its text, whatever path that names. */
function askerOf({ runId, path, source, files, importedFrom }: ForkedRun): Asker {
  return importedFrom === null
    ? { type: 'person' }
    : { type: 'imported-run', run: { runId, path, source, files, importedFrom } };
}
