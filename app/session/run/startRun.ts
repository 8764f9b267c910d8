import type { Pin, RunPlan } from '#engine/run';
import type { Json } from '#engine/values';
import type { RunRequest } from '#engine/worker';
import { analysisOf, importedFiles } from '../document/analysis.ts';
import { enginePort, ignoreWorkerExit, notifyFailure, reachOut } from '../document/engine.ts';
import { mayReachOut } from '../document/trustGate.ts';
import { announce, notify } from '../store/notices.ts';
import type { RunAim, SessionState } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { loadPrices, plainPrices } from '../workspace/prices.ts';
import { explain, openOnRun } from './run.ts';
import { activeBreakpoints } from './runBreakpoints.ts';
import { refreshRuns } from './runHistory.ts';
import { collectEarly, earlyEvents, show, stopCollecting } from './runShown.ts';
import { runRuntime } from './runtime.ts';

/** How a run differs from one of the whole active file. */
export interface StartOptions {
  readonly path?: string;
  readonly simulate?: boolean;
  readonly plan?: RunPlan;
  readonly aim?: RunAim;
}

/** Runs a file and shows the run; asks first where it is not trusted. The input is remembered for the file. Answers whether it started. */
export async function startRun(input: Json, options: StartOptions = {}): Promise<boolean> {
  const {
    document: { activePath, workspace },
    run: { isStarting },
  } = session.getState();
  const path = options.path ?? activePath;
  if (enginePort() === null || path === null || isStarting) return false;
  if (!workspace.files.has(path)) return refuseGone();
  if (!(await mayReachOut({ type: 'file', path }))) return false;
  const {
    run: { lastInputs, ...now },
  } = session.getState();
  // It was asked for twice: the first one starts.
  if (now.isStarting) return false;
  runRuntime.wanted += 1;
  update({ run: { isStarting: true, lastInputs: new Map(lastInputs).set(path, input) } });
  collectEarly();
  try {
    await loadPrices();
    // Read once nothing is waited for any more: what is trusted is what runs.
    const request = toRequest(session.getState(), { path, input, options });
    if (request === null) return refuseGone();
    const started = await reachOut({ type: 'file', path }, (engine) => engine.startRun(request), 'quietly');
    if (started === null) return false;
    if (!started.ok) {
      explain(started.failure);
      return false;
    }
    show({ runId: started.runId, path, source: request.source, events: earlyEvents(started.runId) });
    openOnRun();
    announce('Run started.');
    return true;
  } catch (error) {
    notifyFailure('The run did not start.', error);
    return false;
  } finally {
    stopCollecting();
    update({ run: { isStarting: false } });
    void refreshRuns();
  }
}

/** Says that a file to run is gone. Answers that it did not start. */
function refuseGone(): false {
  notify({ kind: 'warning', message: 'The file is no longer there.' });
  return false;
}

/** What the engine is asked for; null where the file is gone. */
function toRequest(
  state: SessionState,
  { path, input, options }: { readonly path: string; readonly input: Json; readonly options: StartOptions },
): RunRequest | null {
  const source = state.document.workspace.files.get(path);
  if (source === undefined) return null;
  const plan = planWithSettings(state, path, options);
  return {
    path,
    source,
    files: importedFiles(state, path),
    input,
    variables: state.workspace.variables,
    simulate: options.simulate === true,
    baseUrl: typeof location === 'undefined' ? 'http://localhost/' : new URL('.', location.href).href,
    seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
    ...spending(),
    ...(plan === null ? {} : { plan }),
  };
}

/** What a run may spend, and what models cost as far as it is known. */
function spending(): Pick<RunRequest, 'budget' | 'prices'> {
  const state = session.getState();
  const prices = plainPrices(state);
  return { prices, ...(Object.keys(state.workspace.budget).length === 0 ? {} : { budget: state.workspace.budget }) };
}

/** One place where a run's input does not fit `schema.input`. */
export interface InputProblem {
  /** A JSON pointer into the input; empty for the input itself. */
  readonly path: string;
  readonly message: string;
}

/**
 * What is wrong with an input for a file: each place as a JSON pointer, and a message. Empty when a
 * run can start with it, and when no one can say.
 */
export async function findInputProblems(path: string, input: Json): Promise<readonly InputProblem[]> {
  const source = session.getState().document.workspace.files.get(path);
  const engine = enginePort();
  if (!engine || source === undefined) return [];
  try {
    const checked = await engine.engine.checkInput(source, input);
    return checked.ok ? [] : checked.errors;
  } catch (error) {
    ignoreWorkerExit(error);
    return [];
  }
}

/** The plan with what pauses it: errors, the file's breakpoints; and its pins, without those whose task or edge is gone; null for a usual run. */
function planWithSettings(
  state: SessionState,
  path: string,
  { plan, aim }: { readonly plan?: RunPlan; readonly aim?: RunAim },
): RunPlan | null {
  const graph = analysisOf(state, path, 'own')?.graph;
  const breakpoints = activeBreakpoints(state, path).filter(({ at }) =>
    'task' in at ? graph?.nodes.has(at.task) : graph?.edges.some(({ id }) => id === at.edge),
  );
  // A task that is run alone runs: that is what was asked for.
  const isGiven = ([id]: readonly [string, Pin]): boolean =>
    graph?.nodes.has(id) === true && !(aim?.kind === 'only' && aim.taskId === id);
  const pins = Object.entries(state.run.pins.get(path) ?? {}).filter(isGiven);
  const inside = settingsInside(state, path);
  const { errorPause, virtualTime } = state.run;
  const set = {
    ...(errorPause === 'off' ? {} : { pauseOnError: errorPause }),
    ...(virtualTime ? { virtualTime } : {}),
  };
  const isUsual = plan === undefined && breakpoints.length === 0 && pins.length === 0;
  if (isUsual && inside === null && Object.keys(set).length === 0) return null;
  return {
    ...plan,
    ...(inside === null ? {} : { inside }),
    ...set,
    ...(breakpoints.length === 0 ? {} : { breakpoints }),
    ...(pins.length === 0 ? {} : { pins: { ...plan?.pins, ...Object.fromEntries(pins) } }),
  };
}

/** Breakpoints and pins of other files, for the runs of them that this one starts; null where there are none. */
function settingsInside({ document, run }: SessionState, path: string): NonNullable<RunPlan['inside']> | null {
  const files = [...document.workspace.files.keys()].filter((file) => file !== path);
  const set = files.flatMap((file) => {
    const breakpoints = activeBreakpoints({ run }, file);
    const pins = run.pins.get(file);
    if (breakpoints.length === 0 && pins === undefined) return [];
    return [[file, { ...(breakpoints.length > 0 && { breakpoints }), ...(pins && { pins }) }] as const];
  });
  return set.length === 0 ? null : Object.fromEntries(set);
}
