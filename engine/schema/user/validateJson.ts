import { dereference, format, validate } from '@cfworker/json-schema';
import { isJsonObject, type Json } from '../../base/index.ts';
import { explainErrors } from './explainErrors.ts';
import { type FitOptions, fitValue } from './fitValue.ts';
import { SCHEMA_LIMITS } from './keywords.ts';
import { compilePattern } from './pattern.ts';
import { bareCopy, PATTERN_FORMAT, prepareSchema } from './prepareSchema.ts';

/** One place where a value does not fit. `path` is a JSON Pointer, empty for the value itself. */
export interface ValueError {
  readonly path: string;
  /** What is wrong there, without the place: `must be a number, not text`. */
  readonly message: string;
  /** The keyword of the schema, or `limit` when schema or value are too large to check. */
  readonly keyword: string;
}

export interface Validation {
  /** The value with what the options changed; the very same value when they changed nothing. */
  readonly value: Json;
  /** At most 100, in the order of the value. */
  readonly errors: readonly ValueError[];
}

/**
 * Checks a value against a JSON Schema a user wrote. Never throws and cannot be made to hang: patterns run on a linear
 * engine, and schemas or values beyond the limits are refused with keyword `limit`. Reads own properties only.
 */
export function validateJson(schema: Json, value: Json, options: Partial<FitOptions> = {}): Validation {
  const limit = (message: string): Validation => ({ value, errors: [{ path: '', message, keyword: 'limit' }] });
  try {
    const facts = inspect(value);
    const { coerce = false, fillDefaults = false } = options;
    const fitted = coerce || fillDefaults ? fitValue(schema, value, { coerce, fillDefaults }) : value;
    const prepared = prepareSchema(schema, facts);
    if (!facts.isUnique && facts.longest > SCHEMA_LIMITS.comparedItems) return limit('has too many items to compare');
    return { value: fitted, errors: run(prepared.schema, prepared.patterns, fitted) };
  } catch (error) {
    return limit(
      `cannot be checked: ${error instanceof Error ? error.message.split('\n')[0] : 'the schema is broken'}`,
    );
  }
}

function run(
  schema: Record<string, unknown> | boolean,
  patterns: ReadonlySet<string>,
  value: Json,
): readonly ValueError[] {
  const instance = isJsonObject(value) ? bareCopy(value) : Array.isArray(value) ? value.map(bareItem) : value;
  const lookup = dereference(schema);
  let references = 0;
  // A schema may refer to itself: only following references can multiply the work without bound.
  const counted = new Proxy(lookup, {
    get: (target, key, receiver) => {
      if (++references > SCHEMA_LIMITS.references) throw new RangeError('the schema refers to itself too often');
      return Reflect.get(target, key, receiver);
    },
  });
  for (const source of patterns) {
    const pattern = compilePattern(source);
    format[PATTERN_FORMAT + source] = (text) => pattern === null || pattern.matcher(text).find();
  }
  try {
    const { valid, errors } = validate(instance, schema, '2020-12', counted, false);
    return valid ? [] : explainErrors(errors, schema, lookup, value);
  } finally {
    for (const source of patterns) delete format[PATTERN_FORMAT + source];
  }
}

function bareItem(item: Json): unknown {
  if (Array.isArray(item)) return item.map(bareItem);
  return isJsonObject(item) ? bareCopy(item) : item;
}

interface ValueFacts {
  readonly names: readonly string[];
  readonly isUnique: boolean;
  readonly longest: number;
}

/** Looks at every part of the value once. Throws beyond the limits. */
function inspect(value: Json): ValueFacts {
  const names = new Set<string>();
  let nodes = 0;
  let longest = 0;
  let isUnique = true;
  const visit = (part: Json, depth: number): string => {
    if (++nodes > SCHEMA_LIMITS.valueNodes) throw new RangeError('it is too large');
    if (depth > SCHEMA_LIMITS.valueDepth) throw new RangeError('it nests too deeply');
    if (Array.isArray(part)) {
      const texts = part.map((item: Json) => visit(item, depth + 1));
      longest = Math.max(longest, texts.length);
      if (new Set(texts).size !== texts.length) isUnique = false;
      return `[${texts.join()}]`;
    }
    if (!isJsonObject(part)) return JSON.stringify(part);
    const texts = Object.keys(part)
      .sort()
      .map((key) => {
        names.add(key);
        return `${JSON.stringify(key)}:${visit(part[key] ?? null, depth + 1)}`;
      });
    return `{${texts.join()}}`;
  };
  visit(value, 0);
  return { names: [...names], isUnique, longest };
}
