import { type Data, type DataMap, isJsonObject, type Json, type JsonObject, ownValue } from '../base/index.ts';
import type { Path } from '../text/index.ts';
import { documentSchema } from './documentSchema.ts';
import type { FormatSchema } from './FormatSchema.ts';

/** A part of a document: as authored, or plain. */
export type SchemaPart = Data | Json | undefined;

/** The value under a key of a map or an index of a list. */
export function partAt(part: SchemaPart, key: string | number): SchemaPart {
  if (isMap(part)) return part.get(String(key));
  if (isList(part)) return part[Number(key)];
  return isObject(part) ? ownValue(part, String(key)) : undefined;
}

/** The keys of a map in order; none for other parts. */
export function keysOf(part: SchemaPart): readonly string[] {
  if (isMap(part)) return [...part.keys()];
  return isObject(part) ? Object.keys(part) : [];
}

export function isList(part: SchemaPart): part is Extract<SchemaPart, readonly unknown[]> {
  return Array.isArray(part);
}

function isMap(part: SchemaPart): part is DataMap {
  return part instanceof Map;
}

function isObject(part: SchemaPart): part is JsonObject {
  return typeof part === 'object' && part !== null && !isMap(part) && !isList(part);
}

/** What schemas without a condition expand to. */
const unconditional = new WeakMap<FormatSchema, readonly FormatSchema[]>();

/**
 * The schemas that hold for one part: itself, what it refers to, all of `allOf`, and of `if` the branch the part takes.
 * Without a part both branches hold, so that everything possible is known.
 */
export function expandSchema(schema: FormatSchema, part: SchemaPart): readonly FormatSchema[] {
  const known = unconditional.get(schema);
  if (known !== undefined) return known;
  const found: FormatSchema[] = [];
  const isConditional = collectSchemas(schema, part, found);
  if (!isConditional) unconditional.set(schema, found);
  return found;
}

/** Adds the schemas that hold, and returns whether that depends on the part. */
function collectSchemas(schema: FormatSchema, part: SchemaPart, found: FormatSchema[]): boolean {
  let isConditional = schema.if !== undefined;
  const add = (other: FormatSchema): void => {
    if (collectSchemas(other, part, found)) isConditional = true;
  };
  found.push(schema);
  if (schema.$ref !== undefined) add(definition(schema.$ref));
  for (const inner of schema.allOf ?? []) add(inner);
  if (schema.if !== undefined) {
    const isMet = part === undefined ? undefined : meets(schema.if, part);
    if (isMet !== false && schema.then !== undefined) add(schema.then);
    if (isMet !== true && schema.else !== undefined) add(schema.else);
  }
  return isConditional;
}

/** The schemas of the value under a key, given those of the part around it. */
export function schemasAt(schemas: readonly FormatSchema[], key: string | number): readonly FormatSchema[] {
  const found: FormatSchema[] = [];
  if (typeof key === 'number') {
    for (const { items } of schemas) if (items !== undefined) found.push(items);
    return found;
  }
  for (const { properties } of schemas) {
    if (properties !== undefined && Object.hasOwn(properties, key)) found.push(properties[key] ?? {});
  }
  if (found.length > 0) return found;
  for (const { additionalProperties: more } of schemas) if (typeof more === 'object') found.push(more);
  return found;
}

/** The schemas of the place a path leads to, from outside in; empty when the format does not define it. */
export function schemasAtPath(path: readonly (string | number)[], document: SchemaPart): readonly FormatSchema[] {
  let part = document;
  let schemas = expandSchema(documentSchema, part);
  for (const key of path) {
    part = partAt(part, key);
    schemas = schemasAt(schemas, key).flatMap((schema) => expandSchema(schema, part));
  }
  return schemas;
}

function definition(ref: string): FormatSchema {
  const found = documentSchema.$defs?.[ref.slice('#/$defs/'.length)];
  if (found === undefined) throw new RangeError(`No definition ${ref}`);
  return found;
}

/** The conditions the format uses: a required key, a constant, a pattern. */
function meets(condition: FormatSchema, part: SchemaPart): boolean {
  if (condition.required !== undefined) {
    const keys = keysOf(part);
    if (condition.required.some((key) => !keys.includes(key))) return false;
  }
  if (condition.pattern !== undefined && !(typeof part === 'string' && patternOf(condition.pattern).test(part))) {
    return false;
  }
  const { properties } = condition;
  for (const key in properties) {
    const inner = properties[key] ?? {};
    const value = partAt(part, key);
    if (inner.const === undefined ? !meets(inner, value) : value !== inner.const) return false;
  }
  return true;
}

const patterns = new Map<string, RegExp>();

/** The few patterns the format has, each made once. */
function patternOf(source: string): RegExp {
  let pattern = patterns.get(source);
  if (pattern === undefined) {
    pattern = new RegExp(source, 'u');
    patterns.set(source, pattern);
  }
  return pattern;
}

/**
 * What a schema says of a place, as far as `properties`, `additionalProperties` and `items` lead there; null where it says nothing.
 * A list that has no `items` next to its `properties` holds more of the same.
 */
export function schemaAt(schema: Json, path: Path): JsonObject | null {
  let at: Json = schema;
  for (const key of path) {
    if (!isJsonObject(at)) return null;
    const { properties, additionalProperties, items } = at;
    const named = isJsonObject(properties ?? null) ? (properties as JsonObject)[key] : undefined;
    if (typeof key !== 'number') at = named ?? additionalProperties ?? null;
    else at = items ?? (properties === undefined ? null : at);
  }
  return isJsonObject(at) ? at : null;
}
