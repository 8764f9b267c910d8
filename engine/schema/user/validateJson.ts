import { isJsonObject, type Json, PatternsMissing } from '../../base/index.ts';
import { checkValue } from './checkValue.ts';
import { compileSchema } from './compileSchema.ts';
import { explainIssues, type ValueError } from './explainIssues.ts';
import { type FitOptions, fitValue } from './fitValue.ts';
import { SCHEMA_LIMITS } from './keywords.ts';

export interface Validation {
  /** The value with what the options changed; the very same value when they changed nothing. */
  readonly value: Json;
  /** At most 100, in the order of the value. */
  readonly errors: readonly ValueError[];
}

/**
 * Checks a value against a JSON Schema a user wrote. Never throws and cannot be made to hang: it costs at most
 * {@link SCHEMA_LIMITS} steps, patterns run on a linear engine, and what is beyond the limits is refused with keyword
 * `limit`. Reads own properties only.
 */
export function validateJson(schema: Json, value: Json, options: Partial<FitOptions> = {}): Validation {
  try {
    measure(value);
    const { coerce = false, fillDefaults = false } = options;
    const fitted = coerce || fillDefaults ? fitValue(schema, value, { coerce, fillDefaults }) : value;
    if (fitted !== value) measure(fitted);
    return { value: fitted, errors: explainIssues(checkValue(compileSchema(schema), fitted)) };
  } catch (error) {
    if (error instanceof PatternsMissing) throw error;
    return { value, errors: [{ path: '', message: `cannot be checked: ${reasonOf(error)}`, keyword: 'limit' }] };
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
  // The platform's own stack overflow message means nothing to the author of a schema.
  return message === '' || /call stack|recursion/i.test(message) ? 'the schema is broken' : message;
}

/** Throws when a value is too large or nests too deeply. */
function measure(value: Json): void {
  let nodes = 0;
  const visit = (part: Json, depth: number): void => {
    if (++nodes > SCHEMA_LIMITS.valueNodes) throw new RangeError('it is too large');
    if (depth > SCHEMA_LIMITS.valueDepth) throw new RangeError('it nests too deeply');
    if (Array.isArray(part)) for (const item of part) visit(item, depth + 1);
    else if (isJsonObject(part)) for (const key of Object.keys(part)) visit(part[key] ?? null, depth + 1);
  };
  visit(value, 0);
}
