import { err, type JsonObject, jsonObject, messageOf, ok, type Result } from '../../base/index.ts';
import type { RunInputDraft, TrackedRun } from '../../driver/index.ts';
import { parseOrigin, type ReadableFiles, type Vault } from '../../effects/index.ts';
import { analyze, listReach } from '../../graph/index.ts';
import type { Budget, ModelPrice, Outcome, Run, RunPlan, RunView } from '../../run/index.ts';
import { type PreparedStart, prepareRun, type RunStamp } from '../prepareRun.ts';
import type { StartRefusal, Variable } from '../RunRequest.ts';
import { type ChildRequest, parentOf, type RunPlace } from './ChildRequest.ts';
import { DEEPEST } from './limits.ts';
import { readWithImports } from './readWithImports.ts';

/** A child run whose journal is open; `Children`: the runs that it starts. Either `execute` or `close` is called once. */
export interface OpenedChild<Children> {
  /** Path of its workflow in the workspace. */
  readonly file: string;
  readonly tracked: TrackedRun;
  /** What its inputs so far have led to. */
  readonly view: RunView;
  readonly vault: Vault;
  /** Runs it to its end, which is recorded once this resolves. Rejects where it ended here before that. */
  readonly execute: (work: ChildWork<Children>) => Promise<RunView>;
  readonly close: () => void;
}

/** What a child run is executed with. */
export interface ChildWork<Children> {
  /** The runs that it starts. */
  readonly children: Children;
  /** What it is fed first. */
  readonly inputs: readonly RunInputDraft[];
  /** Aborting cancels it. */
  readonly signal: AbortSignal;
}

/** The call of a child run that is begun or opened. */
interface ChildCall {
  /** Those that the run around it has as secrets are taken. */
  readonly variables: readonly Variable[];
  /** Aborts where the call of a run that begins does, or where the run around an opened one has ended here. */
  readonly signal: AbortSignal;
}

/** How a host keeps child runs. Methods reject where a journal cannot be read or written. */
export interface ChildStore<Children> {
  /** Begins a run; null where `signal` aborts before it is stored. */
  readonly create: (prepared: PreparedChild, call: ChildCall) => Promise<OpenedChild<Children> | null>;
  /** Opens a run; null where it has not begun. Rejects where it cannot be continued: to begin again would repeat its steps. */
  readonly reopen: (runId: string, call: ChildCall) => Promise<OpenedChild<Children> | null>;
}

/** What all runs below one outermost run share. */
export interface ChildContext<Children> {
  readonly files: ReadableFiles;
  /** Those that the outermost run has as secrets are taken. */
  readonly variables: readonly Variable[];
  /** That of the outermost run: a secret's placeholder means the same in all of them. */
  readonly salt: string;
  readonly prices: readonly ModelPrice[];
  readonly store: ChildStore<Children>;
  /** How many were started before. */
  readonly count: number;
  /** The time: `start` (ms since the epoch) or later. */
  readonly now: (start: number) => number;
  /** The signals that each of them is sent as it is begun or opened. */
  readonly signalsFor?: (run: Run, file: string) => readonly RunInputDraft[];
  /** Runs that may be started in all, where it is not `MOST_CHILDREN`. */
  readonly most?: number;
}

/** What a child run is made of, besides what the call asks for. */
export interface ChildParts {
  readonly place: RunPlace;
  /** How many runs the outermost run has started so far, and may start. */
  readonly count: number;
  readonly most: number;
  readonly files: ReadableFiles;
  /** Those that the run around it has as secrets are taken. */
  readonly variables: readonly Variable[];
  readonly prices: readonly ModelPrice[];
  /** What is left of the outermost run's budget. */
  readonly budget: Budget;
  readonly plan?: RunPlan | undefined;
  readonly stamp: RunStamp;
}

/** A child run that may start, and the text that it runs. */
export interface PreparedChild extends PreparedStart {
  readonly source: string;
}

/**
 * Prepares the run that a call starts. The error is the outcome of the call: the file contains itself, too many runs, one
 * inside of the other or in all, a file that cannot be read, one with errors, or an input that does not fit.
 */
export async function prepareChild(asked: ChildRequest, parts: ChildParts): Promise<Result<PreparedChild, Outcome>> {
  try {
    return await prepare(asked, parts);
  } catch (error) {
    // Nothing was begun yet. That it throws would end the run around it, and each time that is resumed.
    const reason = messageOf(error);
    return err(refuse('EXECUTION_ERROR', 'start', `“${asked.file}” cannot start: ${reason}`, asked.file));
  }
}

async function prepare(asked: ChildRequest, parts: ChildParts): Promise<Result<PreparedChild, Outcome>> {
  const { file, input, key, simulate } = asked;
  const { place, files, variables, prices, budget, plan, stamp } = parts;
  const refusal = refuseByLimits(file, parts);
  if (refusal !== null) return err(refusal);
  const read = await readWithImports(file, files);
  if (!read.ok) return err(refuse('REFERENCE_ERROR', 'file', read.error, file));
  const prepared = await prepareRun(
    {
      path: file,
      ...read.value,
      input,
      variables,
      simulate,
      seed: seedOf(key),
      prices,
      ...(Object.keys(budget).length === 0 ? {} : { budget }),
      ...(plan === undefined ? {} : { plan }),
    },
    stamp,
  );
  if (!prepared.ok) return err(refuseStart(prepared.error, file));
  const env = keepRead(prepared.value.started.env, { file, ...read.value });
  const started = { ...prepared.value.started, env, parent: parentOf(place, key) };
  return ok({ ...prepared.value, started, source: read.value.source });
}

/** The variables that a file and what it imports may read: the journal of its run has no others. */
function keepRead(
  env: JsonObject,
  {
    file,
    source,
    files,
  }: { readonly file: string; readonly source: string; readonly files: ReadonlyMap<string, string> },
): JsonObject {
  if (Object.keys(env).length === 0) return env;
  const { variables, readsAllVariables } = listReach(analyze(file, source, undefined, files), parseOrigin);
  const names = new Set(variables);
  return readsAllVariables ? env : jsonObject(Object.entries(env).filter(([name]) => names.has(name)));
}

function refuseByLimits(file: string, { place, count, most }: ChildParts): Outcome | null {
  const path = [...place.files, file].join(' → ');
  if (place.files.includes(file))
    return refuse('CONFIGURATION_ERROR', 'cycle', `“${file}” would run inside itself: ${path}.`, file);
  if (place.files.length >= DEEPEST) {
    const message = `More than ${DEEPEST} workflows would run inside each other: ${path}.`;
    return refuse('LIMIT_ERROR', 'depth', message, file);
  }
  return count < most ? null : refuseNumber(count, file);
}

/** The seed of a child run: equal for equal calls, so that one that begins again simulates the same results. */
function seedOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The outcome of a call whose run does not start. */
function refuse(code: string, reason: string, message: string, file: string): Outcome {
  return { ok: false, error: { code, message, details: { type: 'workflow', reason, file } }, retryAfter: null };
}

/** The outcome of a call that was aborted before its run began. */
export function cancelled(file: string): Outcome {
  return refuse('CANCELLED', 'cancelled', `“${file}” was cancelled before it started.`, file);
}

/** The outcome of a call where the outermost run has started as many others as it may. */
export function refuseNumber(count: number, file: string): Outcome {
  const message = `The run has started ${count} other runs, and may not start more: “${file}” does not run. Give each of them more to do, or divide the work among several runs.`;
  return refuse('LIMIT_ERROR', 'number', message, file);
}

/** The outcome of a call whose file has errors, or whose input does not fit. */
function refuseStart(failure: StartRefusal, file: string): Outcome {
  if (failure.type === 'input') {
    const { code, message, details } = failure.error;
    return { ok: false, error: { code, message: `“${file}” cannot start: ${message}`, details }, retryAfter: null };
  }
  const [first] = failure.diagnostics.filter(({ severity }) => severity === 'error');
  return refuse('CONFIGURATION_ERROR', 'check', `“${file}” has errors and cannot run: ${first?.message ?? ''}`, file);
}

/** The outcome of a call whose run has ended. */
export function toOutcome(view: RunView, file: string): Outcome {
  const warnings = view.warnings.map(({ code, message }) => ({ code, message: `${file}: ${message}` }));
  if (view.status === 'success')
    return { ok: true, value: view.output ?? null, simulated: isSimulated(view), warnings };
  const { code, message, details } = view.error ?? { code: 'CANCELLED', message: 'It was cancelled.', details: null };
  return {
    ok: false,
    error: {
      code,
      message: `“${file}” failed: ${message}`,
      details: { type: 'workflow', reason: 'failed', file, details },
    },
    retryAfter: null,
  };
}

/** Whether any result in a run was simulated: then the outcome of the call counts as simulated, too. */
function isSimulated({ activations }: RunView): boolean {
  return [...activations.values()].some(({ simulated }) => simulated);
}
