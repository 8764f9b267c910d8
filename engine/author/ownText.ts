import { type JsonObject, ownValue } from '../base/index.ts';

/** The text under a key of a change; empty where there is none, or no text. */
export function ownText(raw: JsonObject, key: string): string {
  const value = ownValue(raw, key);
  return typeof value === 'string' ? value : '';
}

/** The texts under a key of a change; none where there is no list. */
export function ownTexts(raw: JsonObject, key: string): readonly string[] {
  const value = ownValue(raw, key);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
