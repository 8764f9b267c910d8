import {
  type ActivationView,
  EMPTY_VIEW,
  foldRun,
  type Json,
  type RunError,
  type RunEvent,
  type RunView,
} from '#engine';
import type { EngineConnection, EventBatch, RunControl, StartFailure } from '#engine/worker';
import { announceRun } from './announceRun.ts';
import { activeDiagnostics } from './diagnostics.ts';
import { importedFiles } from './importedFiles.ts';
import { announce, notify } from './notices.ts';
import { readingState } from './reading.ts';
import type { ShownRun } from './State.ts';
import { session, update } from './store.ts';
import { openDialog, openDrawer } from './view.ts';

/** How long the engine may take to hear Stop before it is started afresh, in ms. */
const STOP_WITHIN = 900;

/** What the session needs of the engine's worker; tests lend a fake. */
export type EnginePort = EngineConnection;

/** One place where a run's input does not fit `schema.input`. */
export interface InputProblem {
  /** A JSON pointer into the input; empty for the input itself. */
  readonly path: string;
  readonly message: string;
}

let engine: EnginePort | null = null;
/** Batches of runs whose start or opening is still under way, by run id. */
let early: Map<string, RunEvent[]> | null = null;

/** Lends the session the engine. Answers with a function that takes it back. */
export function connectRuns(connection: EnginePort): () => void {
  engine = connection;
  const stop = connection.onFailure((failure) => {
    connection.restart();
    void recoverRuns();
    notify({ kind: 'error', message: `${failure.message} It was started again, and your text is not touched.` });
  });
  connection.engine.subscribe(receive).catch(ignoreDeath);
  void refreshRuns();
  return () => {
    stop();
    engine = null;
    early = null;
  };
}

/**
 * Goes on with the runs that a closed or broken tab left behind. The one on screen gets what it missed; where it cannot
 * go on, it is shown as interrupted.
 */
export async function recoverRuns(): Promise<void> {
  try {
    const [resumed] = (await engine?.engine.recoverRuns({ variables: session.getState().variables })) ?? [];
    const { run } = session.getState();
    if (run?.view.status === 'running') await catchUp(run.runId);
    else if (run === null && resumed !== undefined) {
      await openRun(resumed);
      announce('The run goes on from where it was.');
    }
  } catch (error) {
    ignoreDeath(error);
    markInterrupted();
  }
  await refreshRuns();
}

/** Adds to the run on screen what happened while nobody listened. */
async function catchUp(runId: string): Promise<void> {
  const record = await engine?.engine.findRun(runId);
  if (!record || record.status === 'interrupted') markInterrupted();
  else receive({ runId, events: record.events });
}

/** Tells the run on screen something while it goes on. */
async function control(message: RunControl): Promise<void> {
  const { run } = session.getState();
  if (!engine || run?.view.status !== 'running') return;
  try {
    await engine.engine.controlRun(run.runId, message);
  } catch (error) {
    ignoreDeath(error);
  }
}

/** Asks for the input of a run of the active file; where the file has errors, shows these instead. */
export function openRunForm(): void {
  if (readingState(session.getState()) !== null) {
    notify({ kind: 'info', message: 'The file is large and still being read. It can run in a moment.' });
    return;
  }
  const diagnostics = activeDiagnostics();
  if (diagnostics.some(({ severity }) => severity === 'error')) explain({ type: 'check', diagnostics });
  else openDialog('run-form');
}

/** Runs the active file and shows the run. The input is remembered for the file. Answers whether it started. */
export async function startRun(input: Json, options: { readonly simulate?: boolean } = {}): Promise<boolean> {
  const { activePath: path, workspace, variables, lastInputs, isStarting } = session.getState();
  const source = path === null ? undefined : workspace.files.get(path);
  if (!engine || path === null || source === undefined || isStarting) return false;
  update({ isStarting: true, lastInputs: new Map(lastInputs).set(path, input) });
  early = new Map();
  const simulate = options.simulate === true;
  const baseUrl = typeof location === 'undefined' ? 'http://localhost/' : new URL('.', location.href).href;
  try {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const files = importedFiles(session.getState(), path);
    const started = await engine.engine.startRun({ path, source, files, input, variables, simulate, baseUrl, seed });
    if (!started.ok) {
      explain(started.failure);
      return false;
    }
    show({ runId: started.runId, path, source, events: early.get(started.runId) ?? [] });
    openDrawer(session.getState().drawer.tab === 'problems' ? 'timeline' : undefined);
    announce('Run started.');
    return true;
  } catch (error) {
    ignoreDeath(error);
    return false;
  } finally {
    early = null;
    update({ isStarting: false });
    void refreshRuns();
  }
}

/**
 * What is wrong with an input for the active file: each place as a JSON pointer, and words for the person. Empty when a
 * run can start with it, and when no one can say.
 */
export async function findInputProblems(input: Json): Promise<readonly InputProblem[]> {
  const source = activeSource();
  if (!engine || source === undefined) return [];
  try {
    const checked = await engine.engine.checkInput(source, input);
    return checked.ok ? [] : checked.errors;
  } catch (error) {
    ignoreDeath(error);
    return [];
  }
}

function activeSource(): string | undefined {
  const { activePath, workspace } = session.getState();
  return activePath === null ? undefined : workspace.files.get(activePath);
}

/** Stops the run on screen. An engine too busy to hear it is started afresh. */
export async function stopRun(): Promise<void> {
  const { run } = session.getState();
  if (!engine || run?.view.status !== 'running' || run.isStopping) return;
  const { restart } = engine;
  update({ run: { ...run, isStopping: true } });
  const timer = setTimeout(() => {
    if (!isRunning(run.runId)) return;
    restart();
    markInterrupted();
    // What goes on from its journal hears Stop before anything else.
    void recoverRuns().then(() => engine?.engine.controlRun(run.runId, { type: 'run.cancelled' }).catch(ignoreDeath));
  }, STOP_WITHIN);
  await control({ type: 'run.cancelled' });
  if (!isRunning(run.runId)) clearTimeout(timer);
}

/** Holds back everything new of the run on screen. */
export function pauseRun(): Promise<void> {
  return control({ type: 'run.paused', reason: 'asked' });
}

/** Lets a paused run go on. */
export function resumeRun(): Promise<void> {
  return control({ type: 'run.resumed' });
}

/** Lets one task of a paused run start. */
export function stepRun(): Promise<void> {
  return control({ type: 'run.stepped' });
}

/** Puts another value in place of one that the paused run on screen holds. */
export function editRunValue(edit: { activation: number; target: 'input' | 'output'; value: Json }): Promise<void> {
  return control({ type: 'value.edited', ...edit });
}

/** Executes the run on screen in this tab, wherever it was executed before. */
export async function takeOverRun(): Promise<void> {
  const { run, variables } = session.getState();
  if (!engine || run === null) return;
  try {
    await engine.engine.takeOver(run.runId, { variables });
    update({ run: { ...run, isInterrupted: false, trouble: null } });
    await catchUp(run.runId);
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
  await refreshRuns();
}

/** Tries at once again to store what the run on screen waits with. */
export async function retryRunStorage(): Promise<void> {
  const { run } = session.getState();
  if (run !== null) await engine?.engine.retryStorage(run.runId).catch(ignoreDeath);
}

/** Shows a run of the history, with the text that ran; opens its file when it is still here. */
export async function openRun(runId: string): Promise<void> {
  if (!engine || session.getState().run?.runId === runId) return;
  early = new Map();
  try {
    const record = await engine.engine.findRun(runId);
    if (!record) {
      notify({ kind: 'warning', message: 'That run is no longer kept.' });
      await refreshRuns();
      return;
    }
    const { path, source, events } = record;
    show({ runId, path, source, events });
    receive({ runId, events: early.get(runId) ?? [] });
    if (record.status === 'interrupted') markInterrupted();
    if (session.getState().workspace.files.has(path)) update({ activePath: path });
    openDrawer(session.getState().drawer.tab === 'problems' ? 'timeline' : undefined);
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  } finally {
    early = null;
  }
}

/** Takes the run off the screen; a running one goes on. */
export function closeRun(): void {
  update({ run: null });
}

/** Removes a run from the history. */
export async function deleteRun(runId: string): Promise<void> {
  try {
    await engine?.engine.deleteRun(runId);
    if (session.getState().run?.runId === runId) closeRun();
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
  await refreshRuns();
}

/** Delivers a signal to the run on screen, which waits for it. */
export async function sendSignal(name: string, payload: Json): Promise<void> {
  if (session.getState().run?.view.status !== 'running') return;
  await control({ type: 'signal.received', name, payload });
  announce(`Signal ${name} sent.`);
}

/** The input of the last run of a file, on this device. */
export function lastInput(path: string | null): Json | undefined {
  return path === null ? undefined : session.getState().lastInputs.get(path);
}

/** Reads the history again, newest first. */
export async function refreshRuns(): Promise<void> {
  try {
    const runs = await engine?.engine.listRuns();
    if (runs) update({ runs });
  } catch (error) {
    ignoreDeath(error);
  }
}

function show(run: Pick<ShownRun, 'runId' | 'path' | 'source' | 'events'>): void {
  const view = foldRun(EMPTY_VIEW, run.events);
  update({ run: { ...run, view, selectedActivation: null, isStopping: false, isInterrupted: false, trouble: null } });
}

function receive({ runId, events, trouble }: EventBatch): void {
  if (trouble !== undefined) showTrouble(runId, trouble);
  const { run } = session.getState();
  if (run?.runId !== runId) {
    early?.set(runId, [...(early.get(runId) ?? []), ...events]);
    if (events.some(({ type }) => type === 'run.finished')) void refreshRuns();
    return;
  }
  const last = run.events.at(-1)?.seq ?? -1;
  const fresh = events.filter(({ seq }) => seq > last);
  if (fresh.length === 0) return;
  const view = foldRun(run.view, fresh);
  const isOver = view.status !== 'running';
  update({ run: { ...run, view, events: [...run.events, ...fresh], isStopping: run.isStopping && !isOver } });
  const said = announceRun(fresh);
  if (said !== null) announce(said);
  if (isOver) void refreshRuns();
}

/** A run that stands still because nothing can be stored says so where it is looked at, and aloud. */
function showTrouble(runId: string, trouble: RunError | null): void {
  const { run } = session.getState();
  if (run?.runId === runId) update({ run: { ...run, trouble } });
  if (trouble !== null) notify({ kind: 'error', message: trouble.message });
}

function isRunning(runId: string): boolean {
  const { run } = session.getState();
  return run?.runId === runId && run.view.status === 'running';
}

/** The engine is gone, so what went on in it did not end: nothing on screen may look alive. */
function markInterrupted(): void {
  const { run } = session.getState();
  if (run?.view.status !== 'running') return;
  const endedAt = run.events.at(-1)?.at ?? run.view.startedAt;
  const end = (activation: ActivationView): ActivationView =>
    activation.endedAt === null ? { ...activation, status: 'cancelled', endedAt, until: null } : activation;
  const view: RunView = {
    ...run.view,
    status: 'cancelled',
    endedAt,
    tasks: new Map([...run.view.tasks].map(([id, activation]) => [id, end(activation)])),
    activations: new Map([...run.view.activations].map(([id, activation]) => [id, end(activation)])),
  };
  update({ run: { ...run, view, isStopping: false, isInterrupted: true } });
  announce('Run interrupted.');
}

function explain(failure: StartFailure): void {
  if (failure.type === 'check') {
    const errors = failure.diagnostics.filter(({ severity }) => severity === 'error').length;
    openDrawer('problems');
    notify({
      kind: 'error',
      message: `This workflow cannot run yet: ${errors === 1 ? 'one error' : `${errors} errors`} to fix first.`,
    });
    return;
  }
  notify({ kind: 'error', message: failure.error.message });
}

/** A call to an engine that died: `onFailure` has told the person already. */
function ignoreDeath(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}
