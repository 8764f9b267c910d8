import { isJsonObject, type Json, type JsonObject, jsonObject, type Result } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { evaluateStrictly, frameOf, frameOfRun } from '../evaluate/evaluate.ts';
import { buildInput } from '../evaluate/inputs.ts';
import type { Activation } from '../state/Activation.ts';
import type { Frame } from '../state/Continuation.ts';
import type { Run } from '../state/Run.ts';
import { createStore } from '../state/Store.ts';
import { findActivation } from './editValue.ts';

/** What a step sees at an instant of its run. */
export interface StepScope {
  /** What its expressions read, by root: `item`, `index`, `input`, `tasks`, …; what has no value is not there. */
  readonly roots: JsonObject;
  /** What it gets, with its `with` evaluated; null where it has begun, or is not there any more. */
  readonly input: Result<Json, RunError> | null;
  /** What each of the expressions that were asked for gives. */
  readonly values: readonly Result<Json, RunError>[];
  /** False: the step is not there at this instant, so that what the run as a whole sees is told. */
  readonly isThere: boolean;
}

/** Roots that a person may look for, those that are nearest first. */
const ROOTS = [
  'item',
  'index',
  'input',
  'output',
  'error',
  'event',
  'attempt',
  'operation_id',
  'batch_index',
  'tasks',
  'agents',
  'tools',
  'memory',
  'workflow',
  'env',
] as const;

/**
 * What a step of a run sees just now, and what expressions, bare or as templates, give there. The run is one that was replayed for this:
 * it is not continued afterwards.
 * @param id number of the activation; null: the run as a whole
 */
export function inspectStep(run: Run, id: number | null, expressions: readonly string[]): StepScope {
  const activation = run.top === null || id === null ? null : findActivation(run.top, id);
  const frame = toFrame(run, activation);
  const read = (data: string): Result<Json, RunError> => {
    const result = evaluateStrictly(run, frame, { data, where: 'expression', options: { bare: true } });
    return result.ok ? { ok: true, value: result.value.value } : result;
  };
  const roots = ROOTS.flatMap((name): (readonly [string, Json])[] => {
    const value = read(name);
    return !value.ok || value.value === null || isEmptyMap(value.value) ? [] : [[name, value.value]];
  });
  const input = activation === null ? null : inputOf(run, activation);
  return {
    roots: jsonObject(roots),
    input,
    values: expressions.map(read),
    isThere: activation !== null,
  };
}

function isEmptyMap(value: Json): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function toFrame(run: Run, activation: Activation | null): Frame {
  if (activation === null) return frameOfRun(run, run.top?.store ?? createStore(null));
  const item = nextItem(run, activation);
  return item === null ? frameOf(run, activation) : frameOf(run, activation, { roots: item });
}

/** The item that a collection with a `use` of its own begins next. */
function nextItem({ ready }: Run, activation: Activation): ReadonlyMap<string, Json> | null {
  const next = [...ready].find((job) => job.activation === activation && job.item !== null);
  if (next === undefined || next.item === null || typeof next.work === 'string') return null;
  const { work, item } = next;
  const index = work.kind === 'batch' ? work.index * work.body.options.batchSize : work.index;
  return new Map<string, Json>([
    ['item', item.value],
    ['index', index],
  ]);
}

function inputOf(run: Run, activation: Activation): Result<Json, RunError> | null {
  if (activation.phase !== 'queued' && activation.phase !== 'held') return null;
  if (activation.given !== null) return { ok: true, value: activation.given.value };
  const before = activation.input;
  const input = buildInput(run, activation);
  activation.input = before;
  return input;
}
