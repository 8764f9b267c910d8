import { dereference, format, validate } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject, PatternsMissing } from '../../base/index.ts';
import { explainErrors, type ValueError } from './explainErrors.ts';
import { type FitOptions, fitValue } from './fitValue.ts';
import { SCHEMA_LIMITS } from './keywords.ts';
import { compilePattern } from './pattern.ts';
import { bareCopy, PATTERN_FORMAT, type PreparedSchema, prepareSchema } from './prepareSchema.ts';

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
    measure(value);
    const { coerce = false, fillDefaults = false } = options;
    const fitted = coerce || fillDefaults ? fitValue(schema, value, { coerce, fillDefaults }) : value;
    if (fitted !== value) measure(fitted);
    const compiled = compile(schema);
    if (!compiled.dependsOnValue) return { value: fitted, errors: run(compiled, fitted) };
    const facts = inspect(fitted);
    if (!facts.isUnique && facts.longest > SCHEMA_LIMITS.comparedItems) return limit('has too many items to compare');
    return { value: fitted, errors: run(resolve(prepareSchema(schema, facts)), fitted) };
  } catch (error) {
    if (error instanceof PatternsMissing) throw error;
    return limit(
      `cannot be checked: ${error instanceof Error ? error.message.split('\n')[0] : 'the schema is broken'}`,
    );
  }
}

/** A prepared schema with its parts by their address. */
interface CompiledSchema extends PreparedSchema {
  readonly lookup: ReturnType<typeof dereference>;
}

/** A schema is used again and again, for every item of a collection: it is prepared once for each object. */
const known = new WeakMap<JsonObject, CompiledSchema>();

function compile(schema: Json): CompiledSchema {
  const cached = isJsonObject(schema) ? known.get(schema) : undefined;
  if (cached !== undefined) return cached;
  const compiled = resolve(prepareSchema(schema, { names: [], isUnique: false }));
  if (isJsonObject(schema)) known.set(schema, compiled);
  return compiled;
}

function resolve(prepared: PreparedSchema): CompiledSchema {
  return { ...prepared, lookup: dereference(prepared.schema) };
}

function run({ schema, patterns, lookup }: CompiledSchema, value: Json): readonly ValueError[] {
  const instance = isJsonObject(value) ? bareCopy(value) : Array.isArray(value) ? value.map(bareItem) : value;
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

interface ValueFacts {
  readonly names: readonly string[];
  readonly isUnique: boolean;
  readonly longest: number;
}

/** What a schema that looks at names or compares items needs to know of a value within the limits. */
function inspect(value: Json): ValueFacts {
  const names = new Set<string>();
  let longest = 0;
  let isUnique = true;
  const visit = (part: Json): string => {
    if (Array.isArray(part)) {
      const texts = part.map((item: Json) => visit(item));
      longest = Math.max(longest, texts.length);
      if (new Set(texts).size !== texts.length) isUnique = false;
      return `[${texts.join()}]`;
    }
    if (!isJsonObject(part)) return JSON.stringify(part);
    const texts = Object.keys(part)
      .sort()
      .map((key) => {
        names.add(key);
        return `${JSON.stringify(key)}:${visit(part[key] ?? null)}`;
      });
    return `{${texts.join()}}`;
  };
  visit(value);
  return { names: [...names], isUnique, longest };
}
