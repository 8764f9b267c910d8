import { CONVERSION_FUNCTIONS } from './conversion.ts';
import type { FunctionDefinition } from './FunctionCall.ts';
import { LIST_FUNCTIONS } from './lists.ts';
import { MAP_FUNCTIONS } from './maps.ts';
import { NUMBER_FUNCTIONS } from './numbers.ts';
import { TEXT_FUNCTIONS } from './text.ts';
import { TIME_FUNCTIONS } from './time.ts';

/** `default` is `??` by another name: its second argument is only evaluated when the first is null, so it is compiled as such. */
const DEFAULT: FunctionDefinition = {
  signature: 'default(value, other)',
  arity: [2, 2],
  acceptsNull: true,
  run: (call) => call.value(0) ?? call.value(1),
};

const DEFINITIONS = {
  ...TIME_FUNCTIONS,
  ...MAP_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...LIST_FUNCTIONS,
  ...CONVERSION_FUNCTIONS,
  default: DEFAULT,
} satisfies Record<string, FunctionDefinition>;

/** The name of a function that an expression can call. */
export type FunctionName = keyof typeof DEFINITIONS;

const BY_NAME: ReadonlyMap<string, FunctionDefinition> = new Map(Object.entries(DEFINITIONS));

/** Every function an expression can call, sorted by name. */
export const FUNCTION_NAMES: readonly FunctionName[] = (Object.keys(DEFINITIONS) as FunctionName[]).sort();

/** The function of a name; undefined when there is none. */
export function findFunction(name: string): FunctionDefinition | undefined {
  return BY_NAME.get(name);
}
