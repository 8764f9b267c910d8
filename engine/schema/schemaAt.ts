import { isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import type { Path } from '../text/index.ts';

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
