import { FUNCTION_NAMES, type FunctionName, findFunction } from '../../expression/index.ts';

/** What a function of another language is here. */
export interface Counterpart {
  /** As it is written, with words for the values: `upper(text)`, `a ?? b`. */
  readonly text: string;
  /** The function that is called in its place, with the same arguments. */
  readonly name?: FunctionName;
}

/** Names in small letters of functions, filters and methods elsewhere, by the function here that takes the same. */
const NAMES: Partial<Readonly<Record<FunctionName, string>>> = {
  upper: 'touppercase uppercase upcase ucase toupper',
  lower: 'tolowercase lowercase downcase lcase tolower',
  len: 'length size count strlen length_of getlength',
  toJson: 'stringify json dump dumps jsonencode json_encode topretty serialize',
  fromJson: 'parse loads jsondecode json_decode parsejson json_parse deserialize',
  contains: 'includes include has indexof instr',
  slice: 'substring substr truncate subarray',
  toNumber: 'parseint parsefloat number int float toint tofloat num',
  toString: 'string str tostr text',
  toBool: 'boolean bool toboolean',
  matches: 'match test regex regexmatch matchesregex ismatch',
  replace: 'replaceall gsub',
  formatDate: 'date strftime dateformat format_date date_format toisostring tolocaledatestring',
  addDuration: 'dateadd adddays addhours plus',
  timestamp: 'gettime unix epoch',
  unique: 'uniq distinct',
  trim: 'strip trimstart trimend ltrim rtrim',
  round: 'tofixed',
  sort: 'sortby orderby sort_by order_by',
  map: 'foreach pluck collect',
  filter: 'where select grep',
  some: 'any',
  every: 'all',
  groupBy: 'group',
  merge: 'assign extend',
  flatten: 'flat',
  first: 'head',
  join: 'implode',
  split: 'explode',
  base64: 'btoa b64enc base64encode base64_encode',
  encodeURIComponent: 'urlencode url_encode uriencode urlquery',
};

/** What is written in another way here. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  'now()': ['today', 'date_now', 'currentdate', 'utcnow'],
  'a ?? b': ['coalesce', 'ifnull', 'nvl', 'fallback', 'dflt', 'd'],
  'condition ? a : b': ['if', 'iif', 'ternary', 'cond', 'ifelse'],
  'len(value) == 0': ['isempty', 'empty', 'is_empty', 'blank'],
  'value == null': ['isnull', 'isnil', 'isnone', 'is_null', 'isundefined'],
  'value != null': ['defined', 'isdefined', 'exists', 'isset'],
  '!value': ['not'],
  'a && b': ['and'],
  'a || b': ['or'],
  'a == b': ['eq', 'equals', 'equal'],
  'a + b': ['concat', 'append', 'add'],
  'flatten([list, [item]])': ['push'],
  'last(list)': ['pop'],
  'first(list)': ['shift'],
  'sum(list) / len(list)': ['avg', 'average', 'mean'],
  'upper(slice(text, 0, 1)) + slice(text, 1)': ['capitalize', 'title', 'ucfirst', 'titlecase'],
  'env.NAME': ['env', 'getenv', 'secret', 'variable'],
  'uuid()': ['random', 'rand', 'randomuuid', 'guid', 'newguid'],
  'key in map': ['haskey', 'hasownproperty', 'hasown'],
};

/** By its name in small letters. */
export const COUNTERPARTS: ReadonlyMap<string, Counterpart> = new Map<string, Counterpart>([
  ...FUNCTION_NAMES.flatMap((name) =>
    (NAMES[name] ?? '').split(' ').map((other) => [other, { text: signatureOf(name), name }] as const),
  ),
  ...Object.entries(WAYS).flatMap(([text, others]) => others.map((other) => [other, { text }] as const)),
]);

/** What a function, filter or method of another language is here; undefined where none is known. */
export function findCounterpart(name: string): Counterpart | undefined {
  return COUNTERPARTS.get(name.toLowerCase());
}

/** How a function is called with what it cannot do without. */
export function signatureOf(name: FunctionName): string {
  return (findFunction(name)?.signature ?? `${name}()`).replace(/, [\w]+(?: = [^,)]+|\?)(?=[,)])/g, '');
}

/** Whether an expression can call a function of this name. */
export function isFunction(name: string): name is FunctionName {
  return findFunction(name) !== undefined;
}
