/** A plain value at run time: inputs, outputs, results of expressions. Read by own properties only. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. A key `__proto__` is an ordinary own key: build with {@link jsonObject}, never by assignment. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * A value as the author wrote it: the same as {@link Json}, but maps keep the order of their keys, also of keys that
 * look like integers (`routes: {2: …, 1: …}`), which plain objects reorder.
 */
export type Data = null | boolean | number | string | readonly Data[] | DataMap;

export type DataMap = ReadonlyMap<string, Data>;

/** Whether a value is a JSON object: neither a list nor null. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether authored data is a map: neither a list nor a scalar. */
export function isDataMap(value: Data | undefined): value is DataMap {
  return value instanceof Map;
}

/** Builds a JSON object from entries; later entries win; `__proto__` becomes an own key. */
export function jsonObject(entries: Iterable<readonly [string, Json]>): JsonObject {
  return Object.fromEntries(entries);
}

/** `{...below, ...above}`, for the few keys that maps mostly have several times faster; `below` itself where `above` is empty. */
export function layOver(below: JsonObject, above: JsonObject): JsonObject {
  if (above === below) return below;
  const keys = Object.keys(above);
  if (keys.length === 0) return below;
  const map: Record<string, Json> = {};
  return copyInto(map, below, Object.keys(below)) && copyInto(map, above, keys) ? map : { ...below, ...above };
}

/** False where a key would by assignment set the prototype. */
function copyInto(map: Record<string, Json>, from: JsonObject, keys: readonly string[]): boolean {
  for (const key of keys) {
    if (key === '__proto__') return false;
    map[key] = from[key] as Json;
  }
  return true;
}

/** Reads an own property; undefined when there is none. Inherited names are never seen. */
export function ownValue(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Authored data as a plain run-time value. */
export function toJson(data: Data): Json {
  if (isDataMap(data)) return mapToJson(data);
  if (Array.isArray(data)) return data.map(toJson);
  return data as Json;
}

/** Large documents are turned over at each check, so no list of entries is made. */
function mapToJson(map: DataMap): JsonObject {
  if (map.has('__proto__')) return jsonObject([...map].map(([key, value]) => [key, toJson(value)] as const));
  const json: Record<string, Json> = {};
  for (const [key, value] of map) json[key] = toJson(value);
  return json;
}

/** A plain value as data that can be written into a document. */
export function toData(json: Json): Data {
  if (isJsonObject(json)) return new Map(Object.entries(json).map(([key, value]) => [key, toData(value)] as const));
  if (Array.isArray(json)) return json.map(toData);
  return json as Data;
}

/** Deep equality of plain values: no conversion, key order does not count. */
export function equalJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index] as Json));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key] as Json, b[key] as Json))
  );
}
