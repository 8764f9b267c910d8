import { type Data, type DataMap, isJsonObject, type Json, toData } from '#engine/values';

/**
 * What the input of a tool starts with, by its JSON Schema: the keys it must have and those with a default, each with its
 * default or else with the plainest value of its type.
 */
export function startInput(schema: Json): DataMap {
  const input = new Map<string, Data>();
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  if (!isJsonObject(schema) || !isJsonObject(properties)) return input;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const [key, property] of Object.entries(properties)) {
    const hasDefault = isJsonObject(property) && property['default'] !== undefined;
    if (hasDefault || required.includes(key)) input.set(key, toData(startValue(property)));
  }
  return input;
}

function startValue(schema: Json): Json {
  if (!isJsonObject(schema)) return '';
  const { default: fallback, const: only, enum: words, type } = schema;
  const [first] = Array.isArray(words) ? words : [];
  return fallback ?? only ?? first ?? PLAIN[String(Array.isArray(type) ? type[0] : type)] ?? '';
}

const PLAIN: Readonly<Record<string, Json>> = {
  string: '',
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
  object: {},
};
