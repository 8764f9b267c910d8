import { dereference } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { prepareSchema, type SchemaNode } from './prepareSchema.ts';

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
