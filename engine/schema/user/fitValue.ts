import { isJsonObject, type Json, type JsonObject, jsonObject, losesDigits, ownValue } from '../../base/index.ts';
import { SCHEMA_LIMITS } from './keywords.ts';
import { Steps } from './Subject.ts';

export interface FitOptions {
  /** Turns texts into numbers and booleans and scalars into texts where only those fit. Null stays null. */
  readonly coerce: boolean;
  /** Adds absent properties that have a `default`. */
  readonly fillDefaults: boolean;
}

/**
 * A value with defaults filled and types coerced, as far as `properties`, `items`, `allOf` and local references describe
 * the value. What does not fit stays as it is, for the validator to name. Throws a RangeError where that takes too
 * many steps.
 */
export function fitValue(schema: Json, value: Json, options: FitOptions): Json {
  return new Fit(schema, options).fit(schema, value, 0);
}

class Fit {
  readonly #root: Json;
  readonly #options: FitOptions;
  readonly #steps = new Steps();
  readonly #known = new Map<JsonObject, readonly (readonly [string, Json, Json])[]>();

  constructor(root: Json, options: FitOptions) {
    this.#root = root;
    this.#options = options;
  }

  fit(schema: Json | undefined, value: Json, depth: number): Json {
    if (!isJsonObject(schema) || depth > SCHEMA_LIMITS.valueDepth) return value;
    this.#steps.spend(1);
    const ref = ownValue(schema, '$ref');
    let fitted = typeof ref === 'string' ? this.fit(findLocal(this.#root, ref), value, depth + 1) : value;
    const all = ownValue(schema, 'allOf');
    if (Array.isArray(all)) for (const part of all) fitted = this.fit(part, fitted, depth + 1);
    if (this.#options.coerce) fitted = coerce(ownValue(schema, 'type'), fitted);
    if (Array.isArray(fitted)) return this.#fitList(schema, fitted, depth);
    return isJsonObject(fitted) ? this.#fitObject(schema, fitted, depth) : fitted;
  }

  #fitList(schema: JsonObject, list: readonly Json[], depth: number): Json {
    const prefix = ownValue(schema, 'prefixItems');
    const items = ownValue(schema, 'items');
    const heads = Array.isArray(prefix) ? prefix : Array.isArray(items) ? items : [];
    const rest = isJsonObject(items) ? items : undefined;
    if (heads.length === 0 && rest === undefined) return list;
    return list.map((item, index) => this.fit(heads[index] ?? rest, item, depth + 1));
  }

  #fitObject(schema: JsonObject, object: JsonObject, depth: number): Json {
    const properties = ownValue(schema, 'properties');
    const others = ownValue(schema, 'additionalProperties');
    if (!isJsonObject(properties) && !isJsonObject(others)) return object;
    const known = isJsonObject(properties) ? properties : {};
    const entries = Object.entries(object).map(
      ([key, item]) => [key, this.fit(ownValue(known, key) ?? others, item, depth + 1)] as const,
    );
    return jsonObject([...entries, ...this.#defaults(known, object, depth)]);
  }

  #defaults(properties: JsonObject, object: JsonObject, depth: number): readonly (readonly [string, Json])[] {
    if (!this.#options.fillDefaults) return [];
    const defaults = this.#defaultsOf(properties);
    this.#steps.spend(defaults.length / 4);
    return defaults
      .filter(([key]) => !Object.hasOwn(object, key))
      .map(([key, schema, value]) => [key, this.fit(schema, value, depth + 1)]);
  }

  /** Properties that have a default, each with its schema: looked for once, however many maps there are. */
  #defaultsOf(properties: JsonObject): readonly (readonly [string, Json, Json])[] {
    const known = this.#known.get(properties);
    if (known !== undefined) return known;
    const found = Object.entries(properties).flatMap(([key, schema]) => {
      const value = this.#findDefault(schema, 0);
      return value === undefined ? [] : [[key, schema, value] as const];
    });
    this.#known.set(properties, found);
    return found;
  }

  #findDefault(schema: Json, depth: number): Json | undefined {
    if (!isJsonObject(schema) || depth > 16) return undefined;
    const ref = ownValue(schema, '$ref');
    const own = ownValue(schema, 'default');
    if (own !== undefined || typeof ref !== 'string') return own;
    const target = findLocal(this.#root, ref);
    return target === undefined ? undefined : this.#findDefault(target, depth + 1);
  }
}

/** What a reference within the schema (`#/$defs/x`) leads to. */
export function findLocal(root: Json, ref: string): Json | undefined {
  if (!ref.startsWith('#')) return undefined;
  let node: Json | undefined = root;
  for (const key of pointerKeys(ref)) {
    node = Array.isArray(node) ? node[Number(key)] : isJsonObject(node) ? ownValue(node, key) : undefined;
  }
  return node;
}

/**
 * | wanted           | from                                                       |
 * |------------------|------------------------------------------------------------|
 * | number, integer  | text that is a number (`"3"`, `" 4.5 "`) and keeps its digits |
 * | boolean          | `"true"`, `"false"`, 1, 0                                  |
 * | string           | numbers and booleans                                       |
 */
function coerce(type: Json | undefined, value: Json): Json {
  const types = Array.isArray(type) ? type : [type];
  if (type === undefined || types.some((name) => isOfType(value, name))) return value;
  for (const name of types) {
    if (name === 'number' || name === 'integer') {
      const number = typeof value === 'string' && isNumberText(value.trim()) ? Number(value) : Number.NaN;
      if (Number.isFinite(number) && (name === 'number' || Number.isInteger(number))) return number;
    } else if (name === 'boolean') {
      if (value === 'true' || value === 1) return true;
      if (value === 'false' || value === 0) return false;
    } else if (name === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  }
  return value;
}

function isNumberText(text: string): boolean {
  return text !== '' && !losesDigits(text);
}

function isOfType(value: Json, type: Json | undefined): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** Adds a key to a JSON Pointer. */
export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The keys of a JSON Pointer, with or without a leading `#`. */
export function pointerKeys(pointer: string): readonly string[] {
  const keys = pointer.replace(/^#/, '').split('/').slice(1);
  return keys.map((key) => decode(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decode(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
