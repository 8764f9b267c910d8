import type { Json } from '../../base/index.ts';
import type { FunctionCall } from './FunctionCall.ts';

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
