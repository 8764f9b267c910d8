import { err, isJsonObject, type Json, ok, type Result, toJson } from '../../base/index.ts';
import { configOf, type Task, type Workflow } from '../../model/index.ts';
import { validateJson } from '../../schema/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { mismatchError } from '../contract/mismatch.ts';
import type { Run } from '../state/Run.ts';
import { namedBy } from '../trace/listWaits.ts';

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
