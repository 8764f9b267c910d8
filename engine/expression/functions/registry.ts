import { CONVERSION_FUNCTIONS } from './conversion.ts';
import type { FunctionDefinition } from './FunctionDefinition.ts';
import { LIST_FUNCTIONS } from './lists.ts';
import { MAP_FUNCTIONS } from './maps.ts';
import { NUMBER_FUNCTIONS } from './numbers.ts';
import { TEXT_FUNCTIONS } from './text.ts';
import { TIME_FUNCTIONS } from './time.ts';

/** `default` is `??` by another name: its second argument is only evaluated when the first is null, so it is compiled as such. */
const DEFAULT: FunctionDefinition = {
  signature: 'default(value, other)',
  description: 'The value, or another when it is null or missing: the same as `value ?? other`.',
  arity: [2, 2],
  acceptsNull: true,
  run: (call) => call.value(0) ?? call.value(1),
};

const DEFINITIONS: ReadonlyMap<string, FunctionDefinition> = new Map<string, FunctionDefinition>([
  ...Object.entries(TIME_FUNCTIONS),
  ...Object.entries(MAP_FUNCTIONS),
  ...Object.entries(TEXT_FUNCTIONS),
  ...Object.entries(NUMBER_FUNCTIONS),
  ...Object.entries(LIST_FUNCTIONS),
  ...Object.entries(CONVERSION_FUNCTIONS),
  ['default', DEFAULT],
]);

/** The function of a name; undefined when there is none. */
export function findFunction(name: string): FunctionDefinition | undefined {
  return DEFINITIONS.get(name);
}

/** A function as completion and hover show it. */
export interface FunctionDescription {
  readonly name: string;
  /** How a call is written: `slice(value, from, to?)`. */
  readonly signature: string;
  readonly description: string;
}

/** Every function an expression can call, sorted by name. */
export const FUNCTIONS: readonly FunctionDescription[] = [...DEFINITIONS]
  .map(([name, { signature, description }]) => ({ name, signature, description }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));
