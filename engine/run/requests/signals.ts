import { err, isJsonObject, type Json, ok, type Result, toJson } from '../../base/index.ts';
import { configOf, type Task, type Workflow } from '../../model/index.ts';
import { validateJson } from '../../schema/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { mismatchError } from '../contract/mismatch.ts';
import type { RunInput } from '../contract/RunInput.ts';
import type { Activation, ListenerRelease } from '../state/Activation.ts';
import type { Listener } from '../state/Continuation.ts';
import { emit } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';
import { namedBy } from '../trace/listWaits.ts';

/** Keeps a signal until a wait takes it, and resumes those that wait for its name, in the order they began to. */
export function receiveSignal(run: Run, name: string, payload: Json): void {
  const kept = run.signals.get(name);
  if (kept === undefined) run.signals.set(name, [payload]);
  else kept.push(payload);
  for (const { continuation } of run.listeners.get(name) ?? []) run.machine.resume(run, continuation);
}

/** Leaves a trace of a signal that its host has refused; the run continues as if it had never come. */
export function tellRefusal(
  run: Run,
  { name, error }: Pick<Extract<RunInput, { readonly type: 'signal.refused' }>, 'name' | 'error'>,
): void {
  const task = isJsonObject(error.details) ? error.details['task'] : null;
  emit(run, { type: 'signal.refused', name, taskId: typeof task === 'string' ? task : null, error });
}

/** Takes the first kept signal of a name that satisfies a wait; undefined when none does. */
export function takeSignal(run: Run, name: string, satisfies: (payload: Json) => boolean): Json | undefined {
  const kept = run.signals.get(name) ?? [];
  const index = kept.findIndex(satisfies);
  if (index === -1) return undefined;
  const [taken] = kept.splice(index, 1);
  // Names may be computed again in each round of a loop.
  if (kept.length === 0) run.signals.delete(name);
  return taken;
}

/** Resumes `continuation` at each signal of a name, until the activation is stopped. */
export function listen(run: Run, activation: Activation, listener: Listener): void {
  const listeners = run.listeners.get(listener.name) ?? new Set();
  run.listeners.set(listener.name, listeners);
  listeners.add(listener);
  activation.releases.add(listener);
}

/** Ends what {@link listen} began. */
export function stopListening(run: Run, listener: ListenerRelease): void {
  const listeners: Set<ListenerRelease> | undefined = run.listeners.get(listener.name);
  listeners?.delete(listener);
  if (listeners?.size === 0) run.listeners.delete(listener.name);
}

/**
 * Whether a signal may be fed to a run: what comes with it must fit the `signal_schema` of every wait that may take it
 * (format.md 5). Those are the waits for that name which are open, else all tasks of the file that name it as it is; a file
 * alone is asked about the latter. A payload is checked as it is: nothing is converted or filled in.
 *
 * A host asks before it records the signal. The machine never does, so that a replay takes what was recorded. Patterns must be
 * loaded (`loadPatterns`). The error is a `VALIDATION_ERROR`, with `errors` (`{path, message, keyword}`, `path` a JSON Pointer
 * into the payload) and the `task` in its details.
 */
export function checkSignal(subject: Run | Workflow, name: string, payload: Json): Result<void, RunError> {
  for (const task of takersOf(subject, name)) {
    const { signalSchema = null } = configOf(task);
    const schema = signalSchema === null ? null : toJson(signalSchema);
    const fit = checkPayload({ task: task.id, signal: name, schema }, payload);
    if (!fit.ok) return fit;
  }
  return ok(undefined);
}

/** The same of one wait alone, which is known by what is shown of it; `schema`: JSON Schema, null for any payload. */
export function checkPayload(
  { task, signal, schema }: { readonly task: string; readonly signal: string; readonly schema: Json },
  payload: Json,
): Result<void, RunError> {
  // What is no schema is a finding of the check; nothing can be said against it here.
  if (!isJsonObject(schema)) return ok(undefined);
  const { errors } = validateJson(schema, payload);
  if (errors.length === 0) return ok(undefined);
  const error = mismatchError(errors, { type: 'signal', what: `What came with the signal "${signal}"` });
  const details = isJsonObject(error.details) ? error.details : {};
  return err({ ...error, details: { ...details, task } });
}

function takersOf(subject: Run | Workflow, name: string): readonly Task[] {
  if (!('program' in subject)) return namedBy(subject, name);
  const open = [...(subject.listeners.get(name) ?? [])].flatMap(({ continuation }) =>
    'activation' in continuation ? [continuation.activation.task] : [],
  );
  return open.length > 0 ? open : namedBy(subject.program.workflow, name);
}
