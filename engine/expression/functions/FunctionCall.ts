import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { CallNode } from '../tree/Expression.ts';
import { EvaluationError, type Evaluator } from '../values/Evaluator.ts';
import { LIMITS } from '../values/limits.ts';
import { describeKind } from '../values/values.ts';

/** A function of the language (format.md 8): what it does, and what the parser has to know. Its description is in `describeFunctions.ts`. */
export interface FunctionDefinition {
  /** How a call is written: `slice(value, from, to?)`. */
  readonly signature: string;
  /** Fewest and most arguments, an arrow function included. */
  readonly arity: readonly [number, number];
  /** The index of an arrow function among the arguments, and how many values it is called with. */
  readonly arrow?: { readonly index: number; readonly parameters: number; readonly isOptional?: boolean };
  /** Absent: a null argument makes the result null, and `run` is not called. */
  readonly acceptsNull?: true;
  readonly run: (call: FunctionCall) => Json;
}

/** An arrow function while its call runs; missing arguments are null. Never a value of the language. */
export type Arrow = (first: Json, second?: Json, third?: Json) => Json;

/**
 * One call of a function: its arguments with readers that report what is wrong with them. Arguments count from 0, without the
 * arrow.
 */
export class FunctionCall {
  readonly args: readonly Json[];
  /** Put in by who evaluates the call, where one is written. */
  arrow: Arrow | null = null;
  readonly evaluator: Evaluator;
  /** The call as written. */
  readonly range: CallNode;

  constructor(range: CallNode, args: readonly Json[], evaluator: Evaluator) {
    this.range = range;
    this.args = args;
    this.evaluator = evaluator;
  }

  /** Ends the evaluation with an `EXPRESSION_ERROR`. */
  fail(message: string): never {
    throw new EvaluationError(`${this.range.name}(): ${message}`, this.range);
  }

  /** An argument as it is; null when it is not given. */
  value(index: number): Json {
    return this.args[index] ?? null;
  }

  has(index: number): boolean {
    return index < this.args.length && this.args[index] !== null;
  }

  /** A list, charged for going through it once. */
  list(index: number): readonly Json[] {
    const value = this.value(index);
    if (!Array.isArray(value))
      this.refuse(index, 'a list', isJsonObject(value) ? ' Use values(map) or entries(map).' : '');
    this.charge(value.length);
    return value;
  }

  /** A map, charged for going through it once. */
  map(index: number): JsonObject {
    const value = this.value(index);
    if (!isJsonObject(value)) this.refuse(index, 'a map');
    this.charge(Object.keys(value).length);
    return value;
  }

  /** Text, charged for going through it once. */
  text(index: number): string {
    const value = this.value(index);
    if (typeof value !== 'string')
      this.refuse(
        index,
        'text',
        typeof value === 'number' || typeof value === 'boolean' ? ' Use toString(value).' : '',
      );
    this.charge(value.length);
    return this.read(value);
  }

  /** Text of which more is read than that it is one; refused where the scope says so. */
  read(text: string): string {
    const refusal = this.evaluator.scope.refuseText?.(text, this.range.name);
    return refusal === undefined ? text : this.fail(refusal);
  }

  number(index: number): number {
    const value = this.value(index);
    if (typeof value !== 'number')
      this.refuse(index, 'a number', typeof value === 'string' ? ' Use toNumber(text).' : '');
    return value;
  }

  integer(index: number): number {
    const value = this.number(index);
    if (!Number.isSafeInteger(value)) this.fail(`argument ${index + 1} is a whole number, not ${value}.`);
    return value;
  }

  charge(items: number): void {
    this.evaluator.charge(items, this.range);
  }

  /** Text that was made: refused when it is larger than a result may be. */
  madeText(text: string): string {
    if (text.length > LIMITS.result) this.fail('the text grows larger than 1 MiB.');
    this.charge(text.length);
    return text;
  }

  /** A number that was made: refused when it is none. */
  madeNumber(value: number): number {
    if (!Number.isFinite(value)) this.fail('the result is too large a number.');
    return value;
  }

  refuse(index: number, wanted: string, advice = ''): never {
    this.fail(`argument ${index + 1} is ${wanted}, not ${describeKind(this.value(index))}.${advice}`);
  }

  /** A value as text: null is empty, lists and maps are JSON. */
  toText(value: Json): string {
    return this.evaluator.text(value, this.range);
  }
}
