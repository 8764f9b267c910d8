import { err, type JsonObject, jsonObject, messageOf, ok, type Result } from '../../base/index.ts';
import { parseOrigin, type ReadableFiles } from '../../effects/index.ts';
import { analyze, listReach } from '../../graph/index.ts';
import type { Budget, ModelPrice, Outcome, RunPlan, RunView } from '../../run/index.ts';
import { type PreparedStart, prepareRun, type RunStamp } from '../prepareRun.ts';
import type { StartRefusal, Variable } from '../RunRequest.ts';
import { type ChildRequest, parentOf, type RunPlace } from './ChildRequest.ts';
import { DEEPEST } from './limits.ts';
import { readWithImports } from './readWithImports.ts';

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
