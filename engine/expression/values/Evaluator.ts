import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { Scope } from '../tree/Expression.ts';
import { ITEMS_PER_STEP, LIMITS } from './limits.ts';

/** Thrown inside one evaluation and caught at its boundary, never beyond: see `runExpression.ts`. */
export class EvaluationError extends Error {
  readonly start: number;
  readonly end: number;

  constructor(message: string, range: { readonly start: number; readonly end: number }) {
    super(message);
    this.start = range.start;
    this.end = range.end;
  }
}

const NONE: readonly string[] = [];

/** One evaluation while it runs: its scope, the values of arrow parameters, what it has cost and what was missing. */
export class Evaluator {
  readonly scope: Scope;
  /** By the slots of the parameters; made by the first call that binds some. */
  locals: Json[] | null = null;
  /** Paths that were missing, in the order in which they were read; cut back where `??` expects them. */
  missing: readonly string[] = NONE;
  /** What the expression has cost so far. */
  steps = 0;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** Begins the next expression of the same data: the limit of steps is for each. */
  restart(): void {
    this.steps = 0;
  }

  /** Counts one step. */
  step(range: { readonly start: number; readonly end: number }): void {
    this.steps += 1;
    if (this.steps > LIMITS.steps) this.#failSteps(range);
  }

  /** Counts the steps of going through so many items or characters. */
  charge(items: number, range: { readonly start: number; readonly end: number }): void {
    this.steps += items / ITEMS_PER_STEP;
    if (this.steps > LIMITS.steps) this.#failSteps(range);
  }

  #failSteps(range: { readonly start: number; readonly end: number }): never {
    throw new EvaluationError(
      `This takes more than ${LIMITS.steps} steps. Use a collection task, or a tool, for so much data.`,
      range,
    );
  }

  /** Notes a path that was missing and read as null. */
  reportMissing(path: string): void {
    if (this.missing.length < LIMITS.missing && !this.missing.includes(path)) this.missing = [...this.missing, path];
  }

  /** Deep equality without conversion; key order does not count. */
  equal(a: Json, b: Json, range: { readonly start: number; readonly end: number }, depth = 0): boolean {
    if (a === b) return true;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    checkDepth(depth, range);
    this.charge(1, range);
    if (Array.isArray(a)) {
      return (
        Array.isArray(b) &&
        a.length === b.length &&
        a.every((item: Json, index) => this.equal(item, b[index] as Json, range, depth + 1))
      );
    }
    if (!isJsonObject(a) || !isJsonObject(b)) return false;
    const keys = Object.keys(a);
    this.charge(keys.length, range);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && this.equal(a[key] as Json, b[key] as Json, range, depth + 1))
    );
  }

  /** A value as text: null is empty, lists and maps are JSON. */
  text(value: Json, range: { readonly start: number; readonly end: number }): string {
    if (typeof value === 'string') return value;
    if (value === null) return '';
    if (typeof value === 'object') return this.json(value, range);
    return String(value);
  }

  /** A value as JSON, within the limits; `indent` spaces a level. */
  json(value: Json, range: { readonly start: number; readonly end: number }, indent = 0): string {
    // Writing is far cheaper than a step of an expression.
    this.charge(measure(value, range) / 8, range);
    return JSON.stringify(value, null, indent);
  }
}

function checkDepth(depth: number, range: { readonly start: number; readonly end: number }): void {
  if (depth > LIMITS.valueDepth)
    throw new EvaluationError(`The value nests more than ${LIMITS.valueDepth} levels.`, range);
}

/** Characters of a value written as JSON, roughly; throws an {@link EvaluationError} as soon as it passes the limit of a result. */
export function measure(value: Json, range: { readonly start: number; readonly end: number }): number {
  const total = { size: 0, range };
  if (typeof value === 'object' && value !== null) addContainer(value, 0, total);
  else addSize(sizeOfScalar(value), total);
  return total.size;
}

interface Total {
  size: number;
  readonly range: { readonly start: number; readonly end: number };
}

function sizeOfScalar(value: string | number | boolean | null): number {
  return typeof value === 'string' ? value.length + 2 : 4;
}

/** Adds a list or map; checks the limit once for each, since its content exists already. */
function addContainer(value: readonly Json[] | JsonObject, depth: number, total: Total): void {
  checkDepth(depth, total.range);
  let size = 4;
  if (isList(value)) {
    for (const item of value) {
      if (typeof item === 'object' && item !== null) addContainer(item, depth + 1, total);
      else size += sizeOfScalar(item);
    }
  } else {
    for (const key in value) {
      const item = value[key] ?? null;
      size += key.length + 4;
      if (typeof item === 'object' && item !== null) addContainer(item, depth + 1, total);
      else size += sizeOfScalar(item);
    }
  }
  addSize(size, total);
}

function addSize(size: number, total: Total): void {
  total.size += size;
  if (total.size > LIMITS.result)
    throw new EvaluationError(
      'The result is larger than 1 MiB. Keep less of it, or let a tool write it to a file.',
      total.range,
    );
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}
