import { dereference } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { KEYWORDS, SCHEMA_LIMITS } from './keywords.ts';

/** A schema as values are checked against it. */
export interface CompiledSchema {
  readonly root: SchemaNode;
  /** Parts by their address. */
  readonly parts: Readonly<Record<string, SchemaNode | undefined>>;
  /** True where a keyword depends on what other keywords evaluated. */
  readonly isTracked: boolean;
}

/** How many parts with an `$id` may be inside of each other: each doubles the addresses of what is in it. */
const NESTED_IDS = 4;

/** A schema is used again and again, for every item of a collection: it is prepared once for each object. */
const known = new WeakMap<JsonObject, CompiledSchema>();

/** Prepares a schema. Throws where it is too large, or where its addresses cannot be read. */
export function compileSchema(schema: Json): CompiledSchema {
  const cached = isJsonObject(schema) ? known.get(schema) : undefined;
  if (cached !== undefined) return cached;
  const root = prepareSchema(schema);
  const facts = { isTracked: false };
  inspect(root, 0, facts);
  const compiled = { root, parts: dereference(root), ...facts };
  if (isJsonObject(schema)) known.set(schema, compiled);
  return compiled;
}

/** Where a reference of a part of a schema leads; undefined: nowhere in this schema. */
export function findPart({ parts }: CompiledSchema, part: Readonly<Record<string, unknown>>): SchemaNode | undefined {
  const address = part['__absolute_ref__'] ?? part['$ref'];
  return typeof address === 'string' ? parts[address] : undefined;
}

function inspect(part: unknown, ids: number, facts: { isTracked: boolean }): void {
  if (typeof part !== 'object' || part === null) return;
  const inner = '$id' in part ? ids + 1 : ids;
  if (inner > NESTED_IDS) throw new RangeError(`More than ${NESTED_IDS} parts with an $id are inside of each other.`);
  facts.isTracked ||= 'unevaluatedProperties' in part || 'unevaluatedItems' in part;
  for (const child of Object.values(part)) inspect(child, inner, facts);
}

/** A schema, or a part of one, as the validator sees it: a map without a prototype, or true or false. */
export type SchemaNode = Readonly<Record<string, unknown>> | boolean;

function copyAny(value: Json): unknown {
  if (Array.isArray(value)) return value.map(copyAny);
  return isJsonObject(value) ? copyMap(value) : value;
}

function copyMap(map: { readonly [key: string]: Json }): Record<string, unknown> {
  return bareMap(Object.entries(map).map(([key, child]) => [key, copyAny(child)]));
}

/** A copy of a schema that holds known keywords alone, each of the shape it must have. Throws where it is too large. */
function prepareSchema(schema: Json): SchemaNode {
  let nodes = 0;
  const rewrite = (part: Json, depth: number): SchemaNode => {
    if (!isJsonObject(part)) return part !== false;
    if (++nodes > SCHEMA_LIMITS.nodes || depth > SCHEMA_LIMITS.depth) throw new RangeError('The schema is too large.');
    const entries: [string, unknown][] = [];
    for (const [key, value] of Object.entries(part)) {
      const rewritten = keyword(key, value, depth + 1);
      if (rewritten !== undefined) entries.push([key, rewritten]);
    }
    return bareMap(entries);
  };
  const list = (value: readonly Json[], depth: number): unknown => value.map((item) => rewrite(item, depth));
  const keyword = (key: string, value: Json, depth: number): unknown => {
    const shape = KEYWORDS.get(key);
    switch (shape) {
      case 'schema':
        return rewrite(value, depth);
      case 'schemas':
        return Array.isArray(value) ? list(value, depth) : undefined;
      case 'schemaOrSchemas':
        return Array.isArray(value) ? list(value, depth) : rewrite(value, depth);
      case 'schemasByName':
      case 'schemasByPattern':
      case 'dependencies':
        return isJsonObject(value)
          ? bareMap(
              Object.entries(value).map(([name, item]) => [
                name,
                shape === 'dependencies' && Array.isArray(item) ? copyAny(item) : rewrite(item, depth),
              ]),
            )
          : undefined;
      case undefined:
        return undefined;
      default:
        return copyAny(value);
    }
  };
  return rewrite(schema, 0);
}

function bareMap(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const map: Record<string, unknown> = Object.create(null);
  for (const [key, value] of entries) map[key] = value;
  return map;
}
