import { type Data, type DataMap, type Json, type JsonObject, ownValue } from '../base/index.ts';
import { documentSchema } from './documentSchema.ts';
import type { FormatSchema } from './FormatSchema.ts';

/** A part of a document: as authored, or plain. */
export type Part = Data | Json | undefined;

/** What stands under a key of a map or an index of a list. */
export function partAt(part: Part, key: string | number): Part {
  if (isMap(part)) return part.get(String(key));
  if (isList(part)) return part[Number(key)];
  return isObject(part) ? ownValue(part, String(key)) : undefined;
}

/** The keys of a map in order; none for other parts. */
export function keysOf(part: Part): readonly string[] {
  if (isMap(part)) return [...part.keys()];
  return isObject(part) ? Object.keys(part) : [];
}

export function isList(part: Part): part is Extract<Part, readonly unknown[]> {
  return Array.isArray(part);
}

function isMap(part: Part): part is DataMap {
  return part instanceof Map;
}

function isObject(part: Part): part is JsonObject {
  return typeof part === 'object' && part !== null && !isMap(part) && !isList(part);
}

/**
 * The schemas that hold for one part: itself, what it refers to, all of `allOf`, and of `if` the branch the part takes.
 * Without a part both branches hold, so that everything possible is known.
 */
export function expandSchema(schema: FormatSchema, part: Part): readonly FormatSchema[] {
  const found: FormatSchema[] = [schema];
  if (schema.$ref !== undefined) found.push(...expandSchema(definition(schema.$ref), part));
  for (const inner of schema.allOf ?? []) found.push(...expandSchema(inner, part));
  if (schema.if !== undefined) {
    const isMet = part === undefined ? undefined : meets(schema.if, part);
    if (isMet !== false && schema.then !== undefined) found.push(...expandSchema(schema.then, part));
    if (isMet !== true && schema.else !== undefined) found.push(...expandSchema(schema.else, part));
  }
  return found;
}

/** The schemas of what stands under a key, given those of the part around it. */
export function schemasAt(schemas: readonly FormatSchema[], key: string | number): readonly FormatSchema[] {
  if (typeof key === 'number') return schemas.flatMap(({ items }) => items ?? []);
  const named = schemas.flatMap(({ properties }) =>
    properties !== undefined && Object.hasOwn(properties, key) ? [properties[key] ?? {}] : [],
  );
  if (named.length > 0) return named;
  return schemas.flatMap(({ additionalProperties: more }) => (typeof more === 'object' ? [more] : []));
}

/** The schemas of the place a path leads to, from outside in; empty when the format says nothing about it. */
export function schemasAtPath(path: readonly (string | number)[], document: Part): readonly FormatSchema[] {
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
function meets(condition: FormatSchema, part: Part): boolean {
  const keys = keysOf(part);
  if (condition.required?.some((key) => !keys.includes(key)) === true) return false;
  if (condition.pattern !== undefined && !(typeof part === 'string' && new RegExp(condition.pattern, 'u').test(part))) {
    return false;
  }
  return Object.entries(condition.properties ?? {}).every(([key, { const: value }]) => partAt(part, key) === value);
}
