import { type Arbitrary, array, constant, constantFrom, oneof, tuple } from 'fast-check';
import { FUNCTION_NAMES, type FunctionName } from '../expression/index.ts';

/** The secret, and what expressions can make of it. */
export function secretExpression(): Arbitrary<string> {
  const read = constantFrom(
    'env.KEY',
    "env['KEY']",
    'env',
    'toJson(env)',
    'env.API_TOKEN',
    "'x' + env.KEY",
    'values(env)[0]',
  );
  return transformed(read);
}

/** What the run got back, and what expressions can make of it. */
export function dataExpression(task: string): Arbitrary<string> {
  const at = `tasks.${task}`;
  return transformed(
    constantFrom(
      `${at}.output`,
      `${at}.output.body`,
      `${at}.output.body.echo`,
      `${at}.output.headers`,
      `${at}.error`,
      `${at}.error.message`,
      `${at}.error.details`,
      `toJson(${at})`,
      `(${at}.output ?? ${at}.error)`,
      'input.failure',
      `${at}.output.value`,
      `contains(toJson(${at}.output ?? ${at}.error), '•') ? 'masked' : toJson(${at})`,
    ),
  );
}

function transformed(read: Arbitrary<string>): Arbitrary<string> {
  const call: Arbitrary<Rewrite> = constantFrom(...FUNCTION_NAMES.flatMap((name): readonly Rewrite[] => CALLS[name]));
  // Half of them as they are, so that much arrives somewhere.
  const steps = oneof(constant<readonly Rewrite[]>([]), array(call, { maxLength: 2 }));
  return tuple(read, steps).map(([expression, chain]) => {
    let whole = expression;
    for (const rewrite of chain) whole = rewrite(whole);
    return whole;
  });
}

type Rewrite = (expression: string) => string;

/** Each function with an expression where a hostile author would put what is to be got out. */
const CALLS = {
  now: [() => 'now()'],
  timestamp: [() => 'timestamp()'],
  uuid: [() => 'uuid()'],
  formatDate: [(x) => `formatDate(now(), toJson(${x}))`],
  addDuration: [(x) => `addDuration(now(), toJson(${x}))`],
  keys: [(x) => `keys(${x})`],
  values: [(x) => `values({a: ${x}})`],
  entries: [(x) => `entries({a: ${x}})`],
  merge: [(x) => `merge({a: ${x}}, {b: 1})`],
  pick: [(x) => `pick({a: ${x}}, ['a'])`],
  omit: [(x) => `omit({a: ${x}}, ['b'])`],
  len: [(x) => `len(${x})`],
  startsWith: [(x) => `startsWith(toJson(${x}), '"Kq')`],
  endsWith: [(x) => `endsWith(toJson(${x}), 's3"')`],
  lower: [(x) => `lower(toJson(${x}))`],
  upper: [(x) => `upper(toJson(${x}))`],
  trim: [(x) => `trim(toJson(${x}))`],
  split: [(x) => `split(toJson(${x}), '')`, (x) => `split(toJson(${x}), 'secret')`],
  join: [(x) => `join(split(toJson(${x}), ''), '-')`],
  replace: [(x) => `replace(toJson(${x}), '⟦', '')`, (x) => `replace(toJson(${x}), '•', 'x')`],
  matches: [(x) => `matches(toJson(${x}), 'K[a-z]7')`],
  base64: [(x) => `base64(toJson(${x}))`],
  encodeURI: [(x) => `encodeURI(toJson(${x}))`],
  encodeURIComponent: [(x) => `encodeURIComponent(toJson(${x}))`],
  sum: [(x) => `sum([len(toJson(${x})), 1])`],
  min: [(x) => `min(split(toJson(${x}), ''))`],
  max: [(x) => `max(split(toJson(${x}), ''))`],
  floor: [(x) => `floor(len(toJson(${x})) / 3)`],
  ceil: [(x) => `ceil(len(toJson(${x})) / 3)`],
  abs: [(x) => `abs(0 - len(toJson(${x})))`],
  round: [(x) => `round(len(toJson(${x})) / 7, 3)`],
  range: [(x) => `range(0, len(toJson(${x})))`],
  contains: [(x) => `contains(toJson(${x}), 'Kq7')`],
  slice: [(x) => `slice(toJson(${x}), 0, 6)`, (x) => `[slice(toJson(${x}), 0, 9), slice(toJson(${x}), 9)]`],
  reverse: [(x) => `reverse(split(toJson(${x}), ''))`, (x) => `join(reverse(split(toJson(${x}), '')), '')`],
  sort: [(x) => `sort(split(toJson(${x}), ''))`],
  unique: [(x) => `unique([${x}, 1])`],
  flatten: [(x) => `flatten([[${x}], [1]])`],
  first: [(x) => `first([${x}])`],
  last: [(x) => `last([${x}])`],
  map: [(x) => `map(split(toJson(${x}), ''), (c) => upper(c))`],
  filter: [(x) => `filter([${x}], (c) => true)`],
  find: [(x) => `find([${x}], (c) => true)`],
  some: [(x) => `some(split(toJson(${x}), ''), (c) => c == 'K')`],
  every: [(x) => `every(split(toJson(${x}), ''), (c) => c == 'K')`],
  reduce: [(x) => `reduce(split(toJson(${x}), ''), (all, c) => c + all, '')`],
  groupBy: [(x) => `groupBy([${x}], (c) => toJson(c))`],
  toString: [(x) => `toString(${x})`],
  toJson: [(x) => `toJson(${x})`],
  fromJson: [(x) => `fromJson(toJson(${x}))`],
  toNumber: [(x) => `toNumber(toString(${x}))`],
  toBool: [(x) => `toBool(toString(${x}))`],
  default: [(x) => `default(${x}, 'none')`],
} as const satisfies Record<FunctionName, readonly Rewrite[]>;
