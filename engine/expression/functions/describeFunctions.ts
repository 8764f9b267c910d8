import { FUNCTION_NAMES, type FunctionName, findFunction } from './registry.ts';

/** A function as completion and hover show it. Nothing that runs expressions reads it, so it is not loaded with what does. */
export interface FunctionDescription {
  readonly name: FunctionName;
  /** How a call is written: `slice(value, from, to?)`. */
  readonly signature: string;
  readonly description: string;
}

const DESCRIPTIONS = {
  now: 'The time, as ISO 8601 in UTC with milliseconds.',
  timestamp: 'The time, in milliseconds since 1970.',
  uuid: "A random id (UUID version 4), from the run's seed.",
  formatDate:
    'A date (ISO 8601 text, or milliseconds since 1970) written by a pattern such as `dd MMM yyyy HH:mm`; the zone is UTC or an offset such as `+02:00`.',
  addDuration:
    'A date moved by a duration such as `1h30m`, or back by `-2d`; text stays text, milliseconds stay milliseconds.',
  len: 'How many items a list, entries a map or characters a text has; 0 for null.',
  keys: 'The keys of a map, as a list.',
  values: 'The values of a map, as a list.',
  entries: 'The entries of a map, as a list of `{key, value}`.',
  merge: 'One map of several; a later one wins, key by key.',
  pick: 'A map with only these keys, a list or several arguments; keys it does not have are dropped.',
  omit: 'A map without these keys, a list or several arguments.',
  startsWith: 'Whether text begins with another.',
  endsWith: 'Whether text ends with another.',
  lower: 'Text in small letters.',
  upper: 'Text in capital letters.',
  trim: 'Text without blanks and line breaks at both ends.',
  split: 'The parts of a text between separators, as a list; an empty separator gives its characters.',
  join: 'The items of a list as one text; null is empty, lists and maps are JSON.',
  replace: 'Text with every occurrence of another replaced, literally.',
  matches: 'Whether a regular expression (RE2) matches anywhere in a text; `^` and `$` anchor it.',
  base64: 'Text as UTF-8 in Base64.',
  encodeURI: 'A whole URL with the characters it must not contain percent-encoded; `& ? / = #` stay.',
  encodeURIComponent:
    'Text as one part of a URL, such as the value of a query parameter: everything but letters, digits and a few signs percent-encoded.',
  sum: 'The numbers of a list added up; 0 for an empty one, null when one of them is null.',
  min: 'The smallest of a list, or of several arguments; null for an empty list.',
  max: 'The largest of a list, or of several arguments; null for an empty list.',
  floor: 'The next whole number down.',
  ceil: 'The next whole number up.',
  abs: 'A number without its sign.',
  round: 'A number rounded to so many digits after the point; halves go away from zero.',
  range: 'The numbers from one up to, not including, another.',
  contains: 'Whether a list holds an item, a map a key, or a text another text: the same as `item in value`.',
  slice:
    'The part of a list or text from one place up to, not including, another; places count from 0, negative ones from the end.',
  reverse: 'A list from its end.',
  sort: "A list in order, by itself, by a key (`'name'`) or by `x => x.name`; equal items keep their order, null comes last.",
  unique: 'A list without what it already holds; lists and maps count by what is in them.',
  flatten: 'A list with the items of the lists in it, one level deep.',
  first: 'The first item of a list; null of an empty one.',
  last: 'The last item of a list; null of an empty one.',
  map: 'What an arrow function makes of each item; it is called with item and index.',
  filter: 'The items for which an arrow function is true; it is called with item and index.',
  find: 'The first item for which an arrow function is true; null when there is none.',
  some: 'Whether an arrow function is true for at least one item.',
  every: 'Whether an arrow function is true for all items; true of an empty list.',
  reduce:
    'One value of a list: an arrow function is called with the value so far, item and index, beginning with start.',
  groupBy:
    "The items of a list by key: a map of lists. The key is a name (`'status'`) or an arrow function called with item and index.",
  toString: 'A value as text; lists and maps are JSON.',
  toJson: 'A value as JSON text, with so many spaces a level.',
  fromJson: 'The value that a JSON text holds.',
  toNumber: 'Text that holds a number, or true or false (1 or 0), as a number.',
  toBool: 'The texts true, false, 1 and 0, or a number (0 is false), as true or false.',
  default: 'The value, or another when it is null or missing: the same as `value ?? other`.',
} satisfies Record<FunctionName, string>;

/** Every function an expression can call, sorted by name. */
export const FUNCTIONS: readonly FunctionDescription[] = FUNCTION_NAMES.map((name) => ({
  name,
  signature: findFunction(name)?.signature ?? '',
  description: DESCRIPTIONS[name],
}));
