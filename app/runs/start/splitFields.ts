import { equalJson, type Json } from '#engine/values';
import type { FormField } from '../form/toFields.ts';

/** So few fields are all shown. */
const FEW = 2;

/**
 * The names of the fields that need no answer and have none of their own: they are not required, have a default, and are as that says. None
 * where that would hide a single field.
 */
export function splitFields(fields: readonly FormField[], values: Readonly<Record<string, Json>>): ReadonlySet<string> {
  const folded = fields.filter(
    ({ name, isRequired, defaultValue }) =>
      !isRequired && defaultValue !== undefined && equalJson(values[name] ?? null, defaultValue),
  );
  return new Set(folded.length < FEW ? [] : folded.map(({ name }) => name));
}
