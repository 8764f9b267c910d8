import { isJsonObject, type Json } from '#engine/values';

/** A payload that is a yes or no. */
export interface YesOrNo {
  /** The property that is the answer; null where the payload is the answer itself. */
  readonly name: string | null;
}

/**
 * Whether a schema asks for a yes or no: a boolean, or a map in which exactly one of the required properties is a boolean
 * (format.md 5). Null where it asks for something else.
 */
export function findAnswer(schema: Json): YesOrNo | null {
  if (!isJsonObject(schema)) return null;
  if (isBoolean(schema)) return { name: null };
  const { properties, required } = schema;
  if (!isJsonObject(properties) || !Array.isArray(required)) return null;
  const names = required.filter((name) => typeof name === 'string' && isBoolean(properties[name] ?? null));
  const [name] = names;
  return names.length === 1 && typeof name === 'string' ? { name } : null;
}

/** One that can only be true, or only be false, leaves no choice. */
function isBoolean(schema: Json): boolean {
  return isJsonObject(schema) && schema['type'] === 'boolean' && !('enum' in schema) && !('const' in schema);
}
