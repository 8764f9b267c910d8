import { isJsonObject, type Json, ownValue } from '../../base/index.ts';

/** The one type that a schema of a built-in gives a member of an object; null where it gives none, or several. */
export function typeOfMember(schema: Json, key: string): string | null {
  const members = isJsonObject(schema) ? ownValue(schema, 'properties') : undefined;
  const member = members !== undefined && isJsonObject(members) ? ownValue(members, key) : undefined;
  const type = member !== undefined && isJsonObject(member) ? ownValue(member, 'type') : undefined;
  return typeof type === 'string' ? type : null;
}
