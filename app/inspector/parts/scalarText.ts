import { readTyped } from '#engine/numbers';
import { type Data, isJsonObject, type Json } from '#engine/values';

/**
 * How one value is typed in a field: text as it is; numbers, booleans and null as YAML writes them; text that would be
 * read as one of these in double quotes.
 */
export function formatScalar(value: Data | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return typeof value === 'object' && value !== null ? '' : String(value);
  return readTyped(value) === value ? value : JSON.stringify(value);
}

/** A value in one short line, as shown under a field: `"I was charged twice…" · string`. */
export function describeValue(value: Json, width = 20): string {
  return `${shorten(value, width)} · ${typeOf(value)}`;
}

/** The JSON type of a value; `list` and `map` as the format calls them. */
function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `list of ${value.length}`;
  return isJsonObject(value) ? 'map' : typeof value === 'string' ? 'text' : typeof value;
}

function shorten(value: Json, width: number): string {
  const text = isJsonObject(value) || Array.isArray(value) ? compact(value, 2) : JSON.stringify(value);
  if (text.length <= width) return text;
  return typeof value === 'string' ? `${text.slice(0, width - 2)}…"` : `${text.slice(0, width - 1)}…`;
}

/** JSON with spaces, and no deeper than a few levels: values may be huge. */
function compact(value: Json, depth: number): string {
  if (Array.isArray(value)) {
    if (value.length === 0 || depth === 0) return value.length === 0 ? '[]' : '[…]';
    return `[${value
      .slice(0, 5)
      .map((item) => compact(item, depth - 1))
      .join(', ')}]`;
  }
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value);
  if (keys.length === 0 || depth === 0) return keys.length === 0 ? '{}' : '{…}';
  return `{ ${keys
    .slice(0, 5)
    .map((key) => `${key}: ${compact(value[key] ?? null, depth - 1)}`)
    .join(', ')} }`;
}
