import { err, isJsonObject, type Json, ok, type Result, toJson } from '../../base/index.ts';
import type { TaskOf } from '../../model/index.ts';
import { validateJson } from '../../schema/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { mismatchError, type SchemaMismatch, toErrorList } from '../contract/mismatch.ts';
import type { UseResult } from '../contract/UseResult.ts';
import { evaluate, evaluateStrictly, frameOf, readBoolean, readSettings } from '../evaluate/evaluate.ts';
import { toEvent } from '../evaluate/planTransitions.ts';
import { fail, succeed } from '../scheduler/endAttempt.ts';
import type { Activation } from '../state/Activation.ts';
import { warn } from '../state/emit.ts';
import type { Choice } from '../state/Plan.ts';
import type { Failure, Run } from '../state/Run.ts';
import { useOrPass } from './decision.ts';

/**
 * Maps data (format.md 5): what the task uses runs first, its result being `output` for `mapping`; the mapping, else
 * that result, is the output, checked where `validate_schema` asks for it.
 */
export function runMap(run: Run, activation: Activation, task: TaskOf<'map'>): void {
  if (useOrPass(run, activation)) mapResult(run, activation, { task, result: activation.input });
}

/** Maps the result of its `use`. */
export function endMap(run: Run, activation: Activation, ended: { task: TaskOf<'map'>; result: UseResult }): void {
  const { task, result } = ended;
  if (result.ok) mapResult(run, activation, { task, result: result.value });
  else fail(run, activation, result);
}

function mapResult(run: Run, activation: Activation, from: { task: TaskOf<'map'>; result: Json }): void {
  activation.output = from.result;
  const made = makeOutput(run, activation, from);
  if (made.ok) succeed(run, activation, { output: made.value });
  else fail(run, activation, made.error);
}

function makeOutput(
  run: Run,
  activation: Activation,
  made: { task: TaskOf<'map'>; result: Json },
): Result<Json, Failure> {
  const frame = frameOf(run, activation);
  const { config } = made.task;
  const settings = readSettings(run, frame, {
    strict: { setting: config.strictMode, read: readBoolean, where: 'config.strict_mode' },
    validate: { setting: config.validateSchema, read: readBoolean, where: 'config.validate_schema' },
  });
  if (!settings.ok) return err({ error: settings.error });
  const { strict, validate } = settings.value;
  const mapped =
    config.mapping === undefined
      ? ok(made.result)
      : evaluateMapping(run, activation, { data: config.mapping, isStrict: strict === true });
  if (!mapped.ok) return mapped;
  if (validate !== true) return ok(mapped.value);
  const schema = made.task.outputSchema ?? (config.mapping === undefined ? made.task.inputSchema : null);
  if (schema === null) {
    const message = `Task "${made.task.id}" has validate_schema and no schema.output, so nothing is checked.`;
    warn(run, activation, { code: 'NO_SCHEMA', message, path: 'config.validate_schema' });
    return ok(mapped.value);
  }
  const isLoose = strict !== true;
  const checked = validateJson(toJson(schema), mapped.value, { coerce: isLoose, fillDefaults: isLoose });
  return checked.errors.length === 0
    ? ok(checked.value)
    : err(mismatch(run, activation, { errors: checked.errors, value: mapped.value }));
}

function evaluateMapping(
  run: Run,
  activation: Activation,
  mapping: { data: Exclude<TaskOf<'map'>['config']['mapping'], undefined>; isStrict: boolean },
): Result<Json, Failure> {
  const field = { data: mapping.data, where: 'config.mapping' };
  const frame = frameOf(run, activation);
  if (!mapping.isStrict) return toFailure(evaluate(run, frame, field));
  const result = evaluateStrictly(run, frame, field);
  if (!result.ok) return toFailure(result);
  const { value, missing } = result.value;
  if (missing.length === 0) return ok(value);
  const errors = missing.map((path) => ({ path, message: `${path} has no value.`, keyword: 'missing' }));
  return err(mismatch(run, activation, { errors, value }));
}

function toFailure<T>(result: Result<T, RunError>): Result<T, Failure> {
  return result.ok ? result : err({ error: result.error });
}

function mismatch(
  run: Run,
  activation: Activation,
  found: { errors: readonly SchemaMismatch[]; value: Json },
): Failure {
  const error = mismatchError(found.errors, { type: 'map.output', what: `The output of "${activation.task.id}"` });
  return { error, choice: toValidationChoice(run, activation, found) };
}

/** `on_validation_error`, which goes before `on_error` (format.md 1). */
export function toValidationChoice(
  run: Run,
  activation: Activation,
  found: { readonly errors: readonly SchemaMismatch[]; readonly value: Json },
): Choice {
  const fields = { errors: toErrorList(found.errors), value: found.value };
  return {
    handler: 'on_validation_error',
    route: null,
    event: toEvent(run, activation, { handler: 'on_validation_error', fields }),
  };
}

/** As {@link toValidationChoice}, of a pinned error; null for errors of another kind. */
export function chooseForMismatch(run: Run, activation: Activation, { code, details }: RunError): Choice | null {
  if (code !== 'VALIDATION_ERROR') return null;
  const fields = { errors: isJsonObject(details) ? (details['errors'] ?? []) : [], value: activation.input };
  const event = toEvent(run, activation, { handler: 'on_validation_error', fields });
  return { handler: 'on_validation_error', route: null, event };
}
