import type { Json, JsonObject } from '#engine/values';

/** A map with one member set, in its place; without it for undefined. */
export function withMember(values: JsonObject, name: string, value: Json | undefined): JsonObject {
  if (value === undefined) return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
  return { ...values, [name]: value };
}
