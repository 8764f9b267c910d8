import { isJsonObject, type Json } from '../../base/index.ts';
import { KEYWORDS, SCHEMA_LIMITS } from './keywords.ts';

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
export function prepareSchema(schema: Json): SchemaNode {
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
