import type { JsonObject } from '../../../base/index.ts';

/** Parts that the JSON Schemas of the API are made of. These check requests, and the document of the API is written from them. */

export const TEXT = { type: 'string' } as const;

/** Any JSON value. */
export const ANY: JsonObject = { description: 'Any JSON value' };

/** An object with these properties, all of them and no others. */
export function record(properties: JsonObject, description?: string): JsonObject {
  const all = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  return description === undefined ? all : { ...all, description };
}

export function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}
