import type { Json } from './Json.ts';

/** A value as text: scalars as they read, null and undefined empty, lists and maps as JSON. */
export function toText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
