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
    if (signalSchema === null) continue;
    const schema = toJson(signalSchema);
    // What is no schema is a finding of the check; nothing can be said against it here.
    if (!isJsonObject(schema)) continue;
    const { errors } = validateJson(schema, payload);
    if (errors.length > 0) return err(explain(task, name, errors));
  }
  return ok(undefined);
}

function explain(task: Task, name: string, errors: Parameters<typeof mismatchError>[0]): RunError {
  const what = `What came with the signal "${name}"`;
  const error = mismatchError(errors, { type: 'signal', what });
  const details = isJsonObject(error.details) ? error.details : {};
  return { ...error, details: { ...details, task: task.id } };
}

function takersOf(subject: Run | Workflow, name: string): readonly Task[] {
  if (!('program' in subject)) return namedBy(subject, name);
  const open = [...(subject.listeners.get(name) ?? [])].flatMap(({ continuation }) =>
    'activation' in continuation ? [continuation.activation.task] : [],
  );
  return open.length > 0 ? open : namedBy(subject.program.workflow, name);
}
