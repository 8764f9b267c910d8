import {
  type DataMap,
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObject,
  ok,
  type Result,
} from '../../base/index.ts';
import { type CompileOptions, type Evaluation, isTruthy } from '../../expression/index.ts';
import { parseDuration, type Setting } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { expressionError, runError } from '../contract/errors.ts';
import { compileOnce, type Field } from '../program/compiled.ts';
import type { Activation, Store } from '../state/Activation.ts';
import type { Frame } from '../state/Continuation.ts';
import { warn } from '../state/emit.ts';
import { isBefore } from '../state/isBefore.ts';
import type { Run } from '../state/Run.ts';
import { createStore } from '../state/Store.ts';
import { findResult, readTaskOutput } from './stores.ts';
import { findMemoryProblem, toExpressionScope } from './toExpressionScope.ts';

const NO_ROOTS: ReadonlyMap<string, Json> = new Map();
const NO_ENV: JsonObject = {};
const BARE: CompileOptions = { bare: true };

/** A value of the document in a frame. Missing references read as null, with a warning. */
export function evaluate(run: Run, frame: Frame, field: Field): Result<Json, RunError> {
  const result = evaluateStrictly(run, frame, field);
  if (!result.ok) return result;
  for (const path of result.value.missing) {
    if (isFirstRound(run, frame, path)) continue;
    const message = `${field.where} reads ${path}, which has no value here, so it is null. Write \`${path} ?? …\` if that is meant.`;
    warn(run, frame.activation, { code: 'MISSING_REFERENCE', message, path });
  }
  return ok(result.value.value);
}

/** Whether a path leads into the task's own output before it has one: null, as the format says of a first round. */
function isFirstRound(run: Run, { activation, store }: Frame, path: string): boolean {
  if (activation === null || !path.startsWith(`tasks.${activation.task.id}.output.`) || isBefore(run, '0.3'))
    return false;
  const ended = findResult(run, store, activation.task.id);
  return ended === undefined || readTaskOutput(run, ended) === null;
}

/** As {@link evaluate}, but missing references are in the result in place of warnings. */
export function evaluateStrictly(run: Run, frame: Frame, field: Field): Result<Evaluation, RunError> {
  const compiled = field.compiled ?? compileOnce(run.program.compiled, field.data, field.options);
  const unread = compiled.readsMemory ? findMemoryProblem(run, compiled.reads.memory) : null;
  if (unread !== null) return err(unread);
  const result = compiled.evaluate(toExpressionScope(run, frame, compiled.reads));
  return result.ok ? result : err(expressionError(result.error, field.where));
}

/** A field that may be a bare expression: `condition`, `items`, `filter`. */
export function evaluateBare(run: Run, frame: Frame, field: Field): Result<Json, RunError> {
  return evaluate(run, frame, { data: field.data, where: field.where, options: BARE });
}

/** Truth of a condition's value: as in JavaScript, and the texts `false` and `0` are false too. */
export function isMet(value: Json): boolean {
  return isTruthy(value, { condition: true });
}

/** A field that must be a map; anything else is a configuration error that names it. */
export function evaluateMap(run: Run, frame: Frame, field: Field): Result<JsonObject, RunError> {
  const result = evaluate(run, frame, field);
  if (!result.ok) return result;
  if (result.value === null) return ok({});
  if (isJsonObject(result.value)) return ok(result.value);
  return err(runError('CONFIGURATION_ERROR', 'with', `${field.where} must give a map of values.`));
}

/** The frame of an activation, with roots and results of its own where given. */
export function frameOf(
  run: Run,
  activation: Activation,
  own?: { roots?: ReadonlyMap<string, Json>; store?: Store },
): Frame {
  return {
    activation,
    store: own?.store ?? activation.scope.store,
    roots: own?.roots ?? NO_ROOTS,
    env: envOf(run, activation),
  };
}

/** The frame of the run itself: for `outputs`. */
export function frameOfRun(run: Run, store: Store): Frame {
  return { activation: null, store, roots: NO_ROOTS, env: envOfRun(run) };
}

/** The same frame with another definition's `env` over it (format.md 2: the nearest wins). */
export function withEnv(
  run: Run,
  frame: Frame,
  own: { readonly env: DataMap | null; readonly where: string },
): Result<Frame, RunError> {
  if (own.env === null || own.env.size === 0) return ok(frame);
  const result = evaluateMap(run, frame, { data: own.env, where: own.where });
  return result.ok
    ? ok({ ...frame, env: jsonObject([...Object.entries(frame.env), ...Object.entries(result.value)]) })
    : result;
}

/**
 * `env` of an activation: its task's over the workflow's over the variables. A template of one level reads the level
 * below; one that fails is a warning, and its level is omitted.
 */
function envOf(run: Run, activation: Activation): JsonObject {
  if (activation.env !== null) return activation.env;
  const { env: own } = activation.program;
  if (own === null) return envOfRun(run);
  const below: Frame = { activation, store: activation.scope.store, roots: NO_ROOTS, env: envOfRun(run) };
  activation.env = layEnv(run, below, { env: own, where: 'env' });
  return activation.env;
}

function envOfRun(run: Run): JsonObject {
  if (run.env !== null) return run.env;
  const variables = run.started?.env ?? NO_ENV;
  run.env = variables;
  const below: Frame = { activation: null, store: createStore(null), roots: NO_ROOTS, env: variables };
  run.env = layEnv(run, below, { env: run.program.workflow.env, where: 'env' });
  return run.env;
}

function layEnv(run: Run, below: Frame, own: { env: DataMap | null; where: string }): JsonObject {
  const frame = withEnv(run, below, own);
  if (frame.ok) return frame.value.env;
  warn(run, below.activation, { code: frame.error.code, message: frame.error.message, path: own.where });
  return below.env;
}

/** Reads what a template gave as a field's value; the error says what it must be, after the field's name. */
type ReadValue<T> = (value: Json) => Result<T, string>;

/** One field of a task's config: what is written there, how a template's value is read, and its name for errors. */
interface SettingField<T> {
  readonly setting: Setting<T> | null;
  readonly read: ReadValue<T>;
  readonly where: string;
}

/** A field that holds a value or a template for one: its value; null when absent or when the template gives null. */
export function readSetting<T>(run: Run, frame: Frame, field: SettingField<T>): Result<T | null, RunError> {
  const { setting, read, where } = field;
  if (setting === null) return ok(null);
  if (setting.kind === 'value') return ok(setting.value);
  const result = evaluate(run, frame, { data: setting.source, where });
  if (!result.ok) return result;
  if (result.value === null) return ok(null);
  const value = read(result.value);
  return value.ok ? value : err(runError('CONFIGURATION_ERROR', 'setting', `${where} ${value.error}`));
}

/** Several fields, as {@link readSetting} reads one, in their order; the error is that of the first that cannot be read. */
export function readSettings<Values extends object>(
  run: Run,
  frame: Frame,
  fields: { readonly [Key in keyof Values]: SettingField<Values[Key]> },
): Result<{ readonly [Key in keyof Values]: Values[Key] | null }, RunError> {
  const values: { [Key in keyof Values]?: Values[Key] | null } = {};
  for (const key in fields) {
    const value = readSetting(run, frame, fields[key]);
    if (!value.ok) return value;
    values[key] = value.value;
  }
  // Every key of `fields` was read above.
  return ok(values as { [Key in keyof Values]: Values[Key] | null });
}

/** A number. */
export const readNumber: ReadValue<number> = (value) =>
  typeof value === 'number' ? ok(value) : err(`must give a number, not ${JSON.stringify(value)}.`);

/** True or false; texts are not taken for either. */
export const readBoolean: ReadValue<boolean> = (value) =>
  typeof value === 'boolean' ? ok(value) : err(`must give true or false, not ${JSON.stringify(value)}.`);

/** ms, from a duration string. */
export const readDuration: ReadValue<number> = (value) => {
  if (typeof value !== 'string') return err(`must give a duration such as "5s", not ${JSON.stringify(value)}.`);
  const duration = parseDuration(value);
  return duration.ok ? ok(duration.value) : err(`gives ${JSON.stringify(value)}: ${duration.error.reason}`);
};

/** One of some words. */
export function readWord<const Word extends string>(...words: readonly Word[]): ReadValue<Word> {
  return (value) => {
    const word = words.find((known) => known === value);
    return word === undefined ? err(`must give one of ${words.join(', ')}, not ${JSON.stringify(value)}.`) : ok(word);
  };
}
