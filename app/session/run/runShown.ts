import { nameTask } from '#engine';
import { type ActivationView, foldRun, type RunError, type RunEvent, type RunView } from '#engine/run';
import { isJsonObject } from '#engine/values';
import type { EventBatch, RunRecord } from '#engine/worker';
import { enginePort } from '../document/engine.ts';
import { selectActivation } from '../document/selection.ts';
import { announce, notify } from '../store/notices.ts';
import type { ShownRun } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { withTelling } from '../store/telling.ts';
import { announceStanding, standingNow } from '../store/viewOf.ts';
import { announceRun, appendEvents, errorsIn } from './appendEvents.ts';
import { type FoundRecord, followIdle, followServed } from './findRecord.ts';
import { analysisOfRun } from './runAnalysis.ts';
import { noteIdle, refreshRuns } from './runHistory.ts';
import { runRuntime } from './runtime.ts';
import { viewAfter } from './viewAfter.ts';

/** A run as far as it is known when it is put on screen. */
type RunToShow = Pick<ShownRun, 'runId' | 'path' | 'source'> &
  Partial<Pick<ShownRun, 'isOfTest'>> &
  Pick<RunRecord, 'events'> &
  Partial<
    Pick<
      FoundRecord,
      | 'server'
      | 'parent'
      | 'forkedFrom'
      | 'startedAt'
      | 'isImported'
      | 'importedFrom'
      | 'files'
      | 'isElsewhere'
      | 'problem'
      | 'restoreNote'
      | 'clock'
      | 'isIdle'
    >
  >;

/** Keeps events of runs that are not on screen until {@link stopCollecting}: one of them is about to be. */
export function collectEarly(): void {
  runRuntime.collecting += 1;
}

/** Drops what was kept, once no start or opening in flight may need it. */
export function stopCollecting(): void {
  runRuntime.collecting = Math.max(0, runRuntime.collecting - 1);
  if (runRuntime.collecting === 0) runRuntime.early.clear();
}

/** The events received of a run since {@link collectEarly}. */
export function earlyEvents(runId: string): readonly RunEvent[] {
  return runRuntime.early.get(runId) ?? [];
}

/** Puts a run on screen. */
export function show(run: RunToShow): void {
  const { runId, path, source, events, forkedFrom, isImported, importedFrom, files, isElsewhere } = run;
  const { problem = null, restoreNote = null } = run;
  const before = session.getState().run.shown;
  const view = viewAfter(events, events.length);
  update({
    run: {
      inside: new Map(),
      shown: {
        runId,
        path,
        source,
        events,
        view,
        moment: null,
        ahead: aheadOf(view, run.clock),
        // Who looks at a step of it already continues looking at that.
        selectedActivation: before?.runId === runId ? before.selectedActivation : null,
        selectedInside: null,
        isStopping: false,
        isInterrupted: false,
        isIdle: runRuntime.idle.get(runId) ?? run.isIdle === true,
        isElsewhere: isElsewhere === true,
        server: run.server ?? null,
        isImported: isImported === true,
        isOfTest: run.isOfTest === true,
        // Runs that were imported by an earlier version do not say from where.
        importedFrom: importedFrom ?? (isImported === true ? '' : null),
        files: files ?? new Map(),
        forkedFrom: forkedFrom ?? null,
        forkedAt: forkedFrom === undefined ? null : (run.startedAt ?? null),
        parent: run.parent ?? null,
        trouble: null,
        problem,
        restoreNote,
      },
    },
  });
  if (run.server === undefined) return;
  followServed(runId, (more) => receive({ runId, events: more }));
  followIdle(runId, (isIdle) => showIdle(runId, isIdle));
}

/** A run with virtual time continues by the time that it had: while no one executed it, none passed for it. */
function aheadOf({ passed = 0, status }: RunView, clock: number | undefined): number {
  return passed === 0 || clock === undefined || status !== 'running' ? passed : clock - Date.now();
}

/** Takes a batch from the engine: adds it to the run on screen, or keeps it where that run is about to be shown. */
export function receive({ runId, events, trouble, isElsewhere, isIdle }: EventBatch): void {
  if (trouble !== undefined) showTrouble(runId, trouble);
  if (isElsewhere !== undefined) showElsewhere(runId, isElsewhere);
  if (isIdle !== undefined) {
    noteIdle(runId, isIdle);
    showIdle(runId, isIdle);
  }
  const {
    run: { shown: run },
  } = session.getState();
  if (run?.runId !== runId) {
    if (runRuntime.collecting > 0) keepEarly(runId, events);
    receiveInside(runId, events);
    if (changesRow(runId, events)) void refreshRuns();
    return;
  }
  const last = run.events.at(-1)?.seq ?? -1;
  const fresh = events.filter(({ seq }) => seq > last);
  if (fresh.length === 0) return;
  const all = appendEvents(run.events, fresh);
  // The view of an interrupted run is not that of its events.
  const view = run.isInterrupted ? foldRun(run.view, fresh) : viewAfter(all, all.length);
  const isOver = view.status !== 'running';
  const ahead = run.ahead + (view.passed ?? 0) - (run.view.passed ?? 0);
  const shown = { ...run, view, events: all, ahead, isStopping: run.isStopping && !isOver };
  update({ run: { shown } });
  say(shown, fresh, announceStanding(standingNow(run), standingNow(shown)));
  if (changesRow(runId, fresh)) void refreshRuns();
}

/** Says what happened, and the state of the run where that is new. */
function say(run: ShownRun, events: readonly RunEvent[], standing: string | null): void {
  const nameOf = (id: string): string => nameTask(analysisOfRun(session.getState(), run).graph, id);
  withTelling(errorsIn(events), (tell) => {
    const said = [announceRun(events, nameOf, tell), standing].filter((words) => words !== null);
    if (said.length > 0) announce(said.join(' '));
  });
}

/** Shows whether nothing is under way in a run and those inside but waits. */
function showIdle(runId: string, isIdle: boolean): void {
  const { shown } = session.getState().run;
  if (shown?.runId !== runId || shown.isIdle === isIdle) return;
  update({ run: { shown: { ...shown, isIdle } } });
  const said = announceStanding(standingNow(shown), standingNow({ ...shown, isIdle }));
  if (said !== null) announce(said);
}

/** Adds events to a run inside the one on screen. */
export function receiveInside(runId: string, events: readonly RunEvent[]): void {
  const { inside } = session.getState().run;
  const run = inside.get(runId);
  const fresh = events.filter(({ seq }) => seq > (run?.events.at(-1)?.seq ?? -1));
  if (run == null || fresh.length === 0) return;
  const all = appendEvents(run.events, fresh);
  update({ run: { inside: new Map(inside).set(runId, { ...run, events: all, view: viewAfter(all, all.length) }) } });
}

function keepEarly(runId: string, events: readonly RunEvent[]): void {
  const kept = runRuntime.early.get(runId);
  if (kept === undefined) runRuntime.early.set(runId, [...events]);
  else for (const event of events) kept.push(event);
}

/** Whether the history says something else of a run after these events. */
function changesRow(runId: string, events: readonly RunEvent[]): boolean {
  const isWaiting = session.getState().run.history.some((row) => row.runId === runId && row.signal !== undefined);
  return events.some((event) => {
    const { type } = event;
    if (type === 'task.waiting') return event.reason.startsWith('signal ');
    if (type === 'task.succeeded' || type === 'task.failed' || type === 'task.cancelled') return isWaiting;
    return type === 'run.finished' || type === 'run.paused' || type === 'run.resumed';
  });
}

/** Adds to the run on screen what happened in between; where no tab executes it, it is shown as interrupted. */
export async function catchUp(runId: string): Promise<void> {
  // One of a server is followed, whatever becomes of the engine here.
  if (session.getState().run.shown?.server != null) return;
  const record = await enginePort()?.engine.findRun(runId);
  const {
    run: { shown: run },
  } = session.getState();
  if (run?.runId !== runId) return;
  if (!record || record.status === 'interrupted') {
    markInterrupted();
    update({ run: { shown: withProblem(session.getState().run.shown, record?.problem) } });
    return;
  }
  // A run that was marked as ended here may resume.
  const view = run.isInterrupted ? viewAfter(run.events, run.events.length) : run.view;
  const { isElsewhere = false, restoreNote = run.restoreNote } = record;
  const ahead = aheadOf(viewAfter(record.events, record.events.length), record.clock);
  const isIdle = runRuntime.idle.get(runId) ?? record.isIdle === true;
  const shown = { ...run, view, isInterrupted: false, isIdle, isElsewhere, restoreNote, ahead, trouble: null };
  // Those inside are read again: they may have missed events, too.
  update({ run: { shown, inside: new Map() } });
  receive({ runId, events: record.events });
}

function withProblem(run: ShownRun | null, problem: RunError | undefined): ShownRun | null {
  return run === null ? null : { ...run, problem: problem ?? run.problem };
}

/** A run that is blocked because nothing can be stored says so where it is looked at, and aloud. */
function showTrouble(runId: string, trouble: RunError | null): void {
  const {
    run: { shown: run },
  } = session.getState();
  if (run?.runId !== runId) {
    if (trouble !== null && !isFenced(trouble)) notify({ kind: 'error', message: trouble.message });
    return;
  }
  if (trouble === null) {
    if (run.trouble !== null)
      announce(`The run ${run.view.status === 'running' ? 'continues: it can be stored again' : 'is stored'}.`);
    update({ run: { shown: { ...run, trouble } } });
  } else if (isFenced(trouble)) {
    update({ run: { shown: { ...run, trouble: null, isElsewhere: true, isStopping: false } } });
    announce(trouble.message);
  } else {
    update({ run: { shown: { ...run, trouble } } });
    announce(
      `${run.view.status === 'running' ? 'The run is blocked.' : 'The end of the run is not stored.'} ${trouble.message}`,
    );
  }
}

/** Whether another tab has taken the run. */
export function isFenced({ details }: RunError): boolean {
  return isJsonObject(details) && details['reason'] === 'fenced';
}

function showElsewhere(runId: string, isElsewhere: boolean): void {
  const {
    run: { shown: run },
  } = session.getState();
  if (run?.runId !== runId) return;
  if (run.isElsewhere && !isElsewhere) announce('The run continues in this tab now.');
  update({ run: { shown: { ...run, isElsewhere } } });
}

/** Whether a run is on screen and executed. */
export function isRunning(runId: string): boolean {
  const {
    run: { shown: run },
  } = session.getState();
  return run?.runId === runId && run.view.status === 'running';
}

/** The engine is gone with what it executed: nothing on screen may look as if it were running. */
export function markInterrupted(): void {
  const {
    run: { shown: run },
  } = session.getState();
  if (run?.view.status !== 'running' || run.server !== null) return;
  const view = toInterrupted(run.view, run.events.at(-1)?.at ?? run.view.startedAt);
  update({ run: { shown: { ...run, view, isStopping: false, isInterrupted: true }, inside: new Map() } });
}

/** A run that no tab executes any more, as it is shown: what had not ended is cancelled at the time of its last event. */
export function toInterrupted(view: RunView, endedAt: number | null): RunView {
  if (view.status !== 'running') return view;
  const end = (activation: ActivationView): ActivationView =>
    activation.endedAt === null ? { ...activation, status: 'cancelled', endedAt, until: null } : activation;
  return {
    ...view,
    status: 'cancelled',
    paused: null,
    endedAt,
    tasks: new Map([...view.tasks].map(([id, activation]) => [id, end(activation)])),
    activations: new Map([...view.activations].map(([id, activation]) => [id, end(activation)])),
  };
}

/** Selects the step of the run on screen that made a call. */
export function selectCall(key: string): void {
  const { shown } = session.getState().run;
  const steps = [...(shown?.view.activations.values() ?? [])];
  const step = steps.find(({ effects }) => effects.some((effect) => effect.key === key));
  if (step !== undefined) selectActivation(step.activation);
}
