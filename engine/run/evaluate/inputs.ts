import {
  type Data,
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  layOver,
  ok,
  type Result,
  toJson,
} from '../../base/index.ts';
import type { Workflow } from '../../model/index.ts';
import { validateJson } from '../../schema/index.ts';
import { verbatimKeys } from '../../tools/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import { mismatchError } from '../contract/mismatch.ts';
import { compileOnce, type Field } from '../program/compiled.ts';
import type { Activation } from '../state/Activation.ts';
import { isBefore } from '../state/isBefore.ts';
import type { Run } from '../state/Run.ts';
import { evaluate, evaluateStrictly, frameOf } from './evaluate.ts';

/**
 * A task's input (format.md 2): `{...base, ...task.with, ...handler.with}`, where `base` is the run's input for the task
 * the run starts with. A value that is no map is the input only where nothing else is given.
 */
export function buildInput(run: Run, activation: Activation): Result<Json, RunError> {
  const { task, arrival } = activation;
  const base = isStartTask(run, activation) ? run.input : NOTHING;
  const passed = arrival.with;
  const hasPassed = hasKeys(passed);
  if (base === NOTHING && !hasPassed) return buildAlone(run, activation);
  const below = isJsonObject(base) ? base : NOTHING;
  // Inside the task's own `with`, `input` is what comes from elsewhere.
  activation.input = isJsonObject(base) || hasPassed ? layOver(below, passed) : base;
  const own = readOwn(run, activation);
  if (!own.ok) return own;
  const given = own.value ?? null;
  if (given !== null && !isJsonObject(given)) {
    if (!hasPassed) return ok(given);
    const message = `with of task "${task.id}" must give a map of values, since data is passed to it.`;
    return err(runError('CONFIGURATION_ERROR', 'with', message));
  }
  if (own.value === undefined) return ok(activation.input);
  return ok(layOver(layOver(below, given ?? NOTHING), passed));
}

/** The usual case: nothing comes from elsewhere, so the task's own `with` is its input. */
function buildAlone(run: Run, activation: Activation): Result<Json, RunError> {
  activation.input = NOTHING;
  const own = readOwn(run, activation);
  if (!own.ok) return own;
  if (own.value === undefined || own.value === null) return NOTHING_GIVEN;
  return own as Result<Json, RunError>; // It has a value.
}

const NOTHING: JsonObject = {};

function hasKeys(map: JsonObject): boolean {
  for (const key in map) if (Object.hasOwn(map, key)) return true;
  return false;
}

/** The task's own `with`; undefined when it has none. */
function readOwn(run: Run, activation: Activation): Result<Json | undefined, RunError> {
  const { program } = activation;
  if (program.with === null) return NOTHING_OF_ITS_OWN;
  const frame = frameOf(run, activation);
  const isPerItem = program.isPerItem && (program.task.use !== null || !isBefore(run, '0.2'));
  if (!program.hasUse && !isPerItem) {
    program.withField ??= toWithField(run, program.with);
    return evaluate(run, frame, program.withField);
  }
  const { task } = program;
  const field = task.use === null ? { data: program.with, where: 'with' } : usedField(program.with, task.use.text);
  if (!isPerItem) return evaluate(run, frame, field);
  // It is evaluated for each item. Here it only may hold `items`, and what it reads of an item has no value yet.
  if (program.hasItems) return ok(undefined);
  const quiet = evaluateStrictly(run, frame, field);
  return ok(quiet.ok ? quiet.value.value : undefined);
}

const NOTHING_GIVEN: Result<Json, RunError> = ok(NOTHING);
const NOTHING_OF_ITS_OWN: Result<undefined, RunError> = ok(undefined);

function toWithField(run: Run, data: Data): Field {
  return { data, where: 'with', compiled: compileOnce(run.program.compiled, data) };
}

function usedField(data: Data, use: string): Field {
  return { data, where: 'with', options: { verbatim: verbatimKeys(use) } };
}

function isStartTask(run: Run, activation: Activation): boolean {
  return activation.scope.container === null && activation.program.id === run.program.start;
}

/** A value checked against a schema of the document: with defaults filled in, or why it does not fit. */
export function checkAgainst(
  schema: Data | null,
  value: Json,
  about: { readonly type: string; readonly what: string },
): Result<Json, RunError> {
  if (schema === null) return ok(value);
  const result = validateJson(toJson(schema), value, { fillDefaults: true });
  if (result.errors.length === 0) return ok(result.value);
  return err(mismatchError(result.errors, about));
}

/**
 * The input a run of this workflow starts with: checked against its `schema.input`, defaults filled in (format.md 2).
 * A `VALIDATION_ERROR` with `details.errors` when it does not fit.
 */
export function prepareInput(workflow: Workflow, input: Json): Result<Json, RunError> {
  return checkAgainst(workflow.inputSchema, input, { type: 'run.input', what: "The run's input" });
}
