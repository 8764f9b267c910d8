import type { FunctionName } from './registry.ts';

/** What a value is, as far as functions ask. Null is none of these: see `acceptsNull` of a function. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'list' | 'map';

/**
 * What a function gives. Arguments count from 0, without the arrow function, as in `CallNode.args`.
 *
 * | result | is |
 * |---|---|
 * | `text` `number` `boolean` `any` | such a value |
 * | `list of text`, `list of numbers` | a list of such items |
 * | `same as argument 0` | of its kind; lists hold some or all of its items, in any order |
 * | `date as argument 0` | text of a text, a number of a number |
 * | `item of argument 0` | one of its items, or null |
 * | `item of argument 0 or an argument` | with one argument an item of that list or null, else one of the arguments |
 * | `items of items of argument 0` | a list: the items of its lists, and its items that are no lists |
 * | `list of values of argument 0` | the values of that map |
 * | `list of entries of argument 0` | `{key, value}`, `value` being a value of that map |
 * | `list of the arrow's results` | one for each item |
 * | `map of lists of items of argument 0` | with keys known only at the run |
 * | `keys of all arguments` | a map; where a key occurs twice, the later argument's |
 * | `named keys of argument 0`, `other keys of argument 0` | a map with the keys that the further arguments name, or without them |
 * | `argument 0 or 1` | argument 0 unless that is null |
 * | `the arrow's result or argument 1` | the latter for an empty list |
 */
export type FunctionResult =
  | 'text'
  | 'number'
  | 'boolean'
  | 'any'
  | 'list of text'
  | 'list of numbers'
  | 'same as argument 0'
  | 'date as argument 0'
  | 'item of argument 0'
  | 'item of argument 0 or an argument'
  | 'items of items of argument 0'
  | 'list of values of argument 0'
  | 'list of entries of argument 0'
  | "list of the arrow's results"
  | 'map of lists of items of argument 0'
  | 'keys of all arguments'
  | 'named keys of argument 0'
  | 'other keys of argument 0'
  | 'argument 0 or 1'
  | "the arrow's result or argument 1";

/** What a parameter of an arrow function is: an item of argument 0, its place from 0, or the value so far of `reduce`. */
export type ArrowParameter = 'item' | 'index' | 'accumulator';

/** What a function takes and gives. */
export interface FunctionType {
  /** By argument, without the arrow function, the kinds it may have; null means any. The last one repeats where `arity` allows more. */
  readonly parameters: readonly (readonly ValueKind[] | null)[];
  /** What the parameters of its arrow function are. */
  readonly arrow?: readonly ArrowParameter[];
  readonly result: FunctionResult;
}

const ANY = null;
const TEXT: readonly ValueKind[] = ['text'];
const NUMBER: readonly ValueKind[] = ['number'];
const LIST: readonly ValueKind[] = ['list'];
const MAP: readonly ValueKind[] = ['map'];
/** ISO 8601 text, or milliseconds since 1970. */
const DATE: readonly ValueKind[] = ['text', 'number'];
const SCALAR: readonly ValueKind[] = ['text', 'number', 'boolean'];
const ORDERED: readonly ValueKind[] = ['list', ...SCALAR];
const KEYS: readonly ValueKind[] = ['list', 'text', 'number'];
const ITEM = ['item', 'index'] as const;

/** The types of all functions, for what infers the types of expressions. A null argument makes the result null unless the function `acceptsNull`. */
export const FUNCTION_TYPES: Readonly<Record<FunctionName, FunctionType>> = {
  now: { parameters: [], result: 'text' },
  timestamp: { parameters: [], result: 'number' },
  uuid: { parameters: [], result: 'text' },
  formatDate: { parameters: [DATE, TEXT, TEXT], result: 'text' },
  addDuration: { parameters: [DATE, ['text', 'number']], result: 'date as argument 0' },

  len: { parameters: [['list', 'map', 'text']], result: 'number' },
  keys: { parameters: [MAP], result: 'list of text' },
  values: { parameters: [MAP], result: 'list of values of argument 0' },
  entries: { parameters: [MAP], result: 'list of entries of argument 0' },
  merge: { parameters: [MAP], result: 'keys of all arguments' },
  pick: { parameters: [MAP, KEYS], result: 'named keys of argument 0' },
  omit: { parameters: [MAP, KEYS], result: 'other keys of argument 0' },

  startsWith: { parameters: [TEXT, TEXT], result: 'boolean' },
  endsWith: { parameters: [TEXT, TEXT], result: 'boolean' },
  lower: { parameters: [TEXT], result: 'text' },
  upper: { parameters: [TEXT], result: 'text' },
  trim: { parameters: [TEXT], result: 'text' },
  split: { parameters: [TEXT, TEXT], result: 'list of text' },
  join: { parameters: [LIST, TEXT], result: 'text' },
  replace: { parameters: [TEXT, TEXT, TEXT], result: 'text' },
  matches: { parameters: [TEXT, TEXT], result: 'boolean' },
  base64: { parameters: [TEXT], result: 'text' },
  encodeURI: { parameters: [TEXT], result: 'text' },
  encodeURIComponent: { parameters: [TEXT], result: 'text' },

  sum: { parameters: [LIST], result: 'number' },
  min: { parameters: [ORDERED, SCALAR], result: 'item of argument 0 or an argument' },
  max: { parameters: [ORDERED, SCALAR], result: 'item of argument 0 or an argument' },
  floor: { parameters: [NUMBER], result: 'number' },
  ceil: { parameters: [NUMBER], result: 'number' },
  abs: { parameters: [NUMBER], result: 'number' },
  round: { parameters: [NUMBER, NUMBER], result: 'number' },
  range: { parameters: [NUMBER, NUMBER, NUMBER], result: 'list of numbers' },

  contains: { parameters: [['list', 'map', 'text'], ANY], result: 'boolean' },
  slice: { parameters: [['list', 'text'], NUMBER, NUMBER], result: 'same as argument 0' },
  reverse: { parameters: [LIST], result: 'same as argument 0' },
  sort: { parameters: [LIST, TEXT], arrow: ['item'], result: 'same as argument 0' },
  unique: { parameters: [LIST], result: 'same as argument 0' },
  flatten: { parameters: [LIST], result: 'items of items of argument 0' },
  first: { parameters: [LIST], result: 'item of argument 0' },
  last: { parameters: [LIST], result: 'item of argument 0' },
  map: { parameters: [LIST], arrow: ITEM, result: "list of the arrow's results" },
  filter: { parameters: [LIST], arrow: ITEM, result: 'same as argument 0' },
  find: { parameters: [LIST], arrow: ITEM, result: 'item of argument 0' },
  some: { parameters: [LIST], arrow: ITEM, result: 'boolean' },
  every: { parameters: [LIST], arrow: ITEM, result: 'boolean' },
  reduce: { parameters: [LIST, ANY], arrow: ['accumulator', ...ITEM], result: "the arrow's result or argument 1" },
  groupBy: { parameters: [LIST, TEXT], arrow: ITEM, result: 'map of lists of items of argument 0' },

  toJson: { parameters: [ANY, NUMBER], result: 'text' },
  fromJson: { parameters: [TEXT], result: 'any' },
  toNumber: { parameters: [SCALAR], result: 'number' },
  toString: { parameters: [ANY], result: 'text' },
  toBool: { parameters: [SCALAR], result: 'boolean' },
  default: { parameters: [ANY, ANY], result: 'argument 0 or 1' },
};
