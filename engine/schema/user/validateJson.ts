import { isJsonObject, type Json, PatternsMissing } from '../../base/index.ts';
import { checkValue } from './checkValue.ts';
import { compileSchema } from './compileSchema.ts';
import { type Issue, MOST_ISSUES, type ValuePlace } from './Finding.ts';
import { type FitOptions, fitValue, pointerTo } from './fitValue.ts';
import { SCHEMA_LIMITS } from './keywords.ts';

export interface Validation {
  /** The value with what the options changed; the very same value when they changed nothing. */
  readonly value: Json;
  /** At most 100, in the order of the value. */
  readonly errors: readonly ValueError[];
}

/**
 * Checks a value against a JSON Schema a user wrote. Never throws and cannot be made to hang: it costs at most
 * {@link SCHEMA_LIMITS} steps, patterns run on a linear engine, and what is beyond the limits is refused with keyword
 * `limit`. Reads own properties only.
 */
export function validateJson(schema: Json, value: Json, options: Partial<FitOptions> = {}): Validation {
  try {
    measure(value);
    const { coerce = false, fillDefaults = false } = options;
    const fitted = coerce || fillDefaults ? fitValue(schema, value, { coerce, fillDefaults }) : value;
    if (fitted !== value) measure(fitted);
    return { value: fitted, errors: explainIssues(checkValue(compileSchema(schema), fitted)) };
  } catch (error) {
    if (error instanceof PatternsMissing) throw error;
    return { value, errors: [{ path: '', message: `cannot be checked: ${reasonOf(error)}`, keyword: 'limit' }] };
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
  // The platform's own stack overflow message means nothing to the author of a schema.
  return message === '' || /call stack|recursion/i.test(message) ? 'the schema is broken' : message;
}

/** Throws when a value is too large or nests too deeply. */
function measure(value: Json): void {
  let nodes = 0;
  const visit = (part: Json, depth: number): void => {
    if (++nodes > SCHEMA_LIMITS.valueNodes) throw new RangeError('it is too large');
    if (depth > SCHEMA_LIMITS.valueDepth) throw new RangeError('it nests too deeply');
    if (Array.isArray(part)) for (const item of part) visit(item, depth + 1);
    else if (isJsonObject(part)) for (const key of Object.keys(part)) visit(part[key] ?? null, depth + 1);
  };
  visit(value, 0);
}

/** One place where a value does not fit. `path` is a JSON Pointer, empty for the value itself. */
interface ValueError {
  readonly path: string;
  /** What is wrong there, without the place: `must be a number, not text`. */
  readonly message: string;
  /** The keyword of the schema, or `limit` when schema or value are too large to check. */
  readonly keyword: string;
}

/** Longest piece of a value or of a schema that a message shows, in characters. */
const SHOWN = 60;

/** Causes as errors in plain words, each once. */
function explainIssues(issues: readonly Issue[]): readonly ValueError[] {
  const errors = new Map<string, ValueError>();
  for (const issue of issues) {
    const path = pathTo(issue.place);
    const message = cut((isInName(issue.place) ? 'has a name that ' : '') + describe(issue), LONGEST_MESSAGE);
    const keyword = issue.keyword === 'false' ? 'additionalProperties' : issue.keyword;
    const key = `${path} ${message}`;
    if (!errors.has(key) && errors.size < MOST_ISSUES) errors.set(key, { path, message, keyword });
  }
  return [...errors.values()];
}

function pathTo(place: ValuePlace | null): string {
  const keys: (string | number)[] = [];
  for (let at = place; at !== null; at = at.up)
    keys.push(typeof at.key === 'string' ? cut(at.key, LONGEST_KEY) : at.key);
  return keys.reverse().reduce<string>(pointerTo, '');
}

/** Longest message, in characters. */
const LONGEST_MESSAGE = 2_000;

/** Longest key that a path shows, in characters. */
const LONGEST_KEY = 1_000;

function isInName(place: ValuePlace | null): boolean {
  return place !== null && (place.isName === true || isInName(place.up));
}

function describe({ keyword, wanted, value }: Issue): string {
  switch (keyword) {
    case 'type':
      return `must be ${typeWords(wanted)}, not ${valueWord(value)}`;
    case 'enum':
      return `must be ${oneOf(wanted)}, not ${short(value)}`;
    case 'const':
      return `must be ${short(wanted)}`;
    case 'required':
    case 'dependentRequired':
      return `is missing "${cut(String(wanted), LONGEST_KEY)}"`;
    case 'false':
      return 'is not expected here';
    case 'pattern':
      return `must match ${String(wanted)}`;
    case 'format':
      return `must be a valid ${String(wanted)}`;
    case 'uniqueItems':
      return 'has two equal items';
    case 'not':
      return 'has a form that is not allowed';
    case 'anyOf':
    case 'oneOf':
      return Number(wanted) > 1
        ? 'fits more than one of the forms where exactly one is allowed'
        : 'fits none of the forms that are allowed';
    default:
      return BOUNDS[keyword]?.(String(wanted)) ?? `breaks the rule “${keyword}”`;
  }
}

const BOUNDS: Readonly<Record<string, (limit: string) => string>> = {
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be more than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  multipleOf: (limit) => `must be a multiple of ${limit}`,
  minLength: (limit) => (limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: (limit) => `must have at most ${limit} characters`,
  minItems: (limit) => `must have at least ${limit} items`,
  maxItems: (limit) => `must have at most ${limit} items`,
  contains: () => 'has none of the items it must have',
  minContains: (limit) => `must have at least ${limit} of the items asked for`,
  maxContains: (limit) => `must have at most ${limit} of the items asked for`,
  minProperties: (limit) => `must have at least ${limit} properties`,
  maxProperties: (limit) => `must have at most ${limit} properties`,
};

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a map',
  array: 'a list',
  null: 'null',
};

function typeWords(type: unknown): string {
  const types = Array.isArray(type) ? type : [type];
  return types.map((name) => TYPE_WORDS[String(name)] ?? String(name)).join(' or ');
}

function valueWord(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? `text ${short(value)}` : short(value);
}

function oneOf(values: unknown): string {
  const list = Array.isArray(values) ? values : [];
  return list.length === 1 ? short(list[0]) : `one of ${list.slice(0, 12).map(short).join(', ')}`;
}

/** A value as JSON, of which no more is written than is shown. */
function short(value: unknown): string {
  return cut(write(value, SHOWN) ?? 'null', SHOWN);
}

/** JSON of a value; where it is longer than `room`, at least its first `room` characters. */
function write(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, Math.max(0, room) + 1));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  for (const key of isList ? value.keys() : Object.keys(value)) {
    if (text.length > room) return text;
    const separator = text.length === 1 ? '' : ',';
    const name = isList ? '' : `${JSON.stringify(String(key).slice(0, SHOWN))}:`;
    text += separator + name + write(Reflect.get(value, key), room - text.length);
  }
  return text + (isList ? ']' : '}');
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 3)}…` : text;
}
