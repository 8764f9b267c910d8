import { type Json, type JsonObject, jsonObject } from '../../../base/index.ts';

/** The fields of a form or a query: what is given once as text, and what is given several times as a list. */
export function fieldsOf(text: string): JsonObject {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    else if (Array.isArray(before)) before.push(value);
    else fields.set(name, [before, value]);
  }
  return jsonObject(fields as ReadonlyMap<string, Json>);
}
