import type { Outcome } from '../../run/index.ts';
import { checkSchema, validateJson } from '../../schema/index.ts';
import { fail, succeed } from '../outcome.ts';
import type { BuiltInCall } from './BuiltInCall.ts';

/** Runs `core:validate`: `{valid, errors, value}`. An invalid schema is a VALIDATION_ERROR, too much to check a LIMIT_ERROR. */
export function runValidate({ input }: BuiltInCall<'validate'>): Outcome {
  const { value = null, schema = true } = input;
  const [problem] = checkSchema(schema);
  if (problem !== undefined) {
    return fail('VALIDATION_ERROR', `The schema is not a JSON Schema: ${problem.message}`, {
      type: 'validate',
      reason: 'schema',
      path: problem.path,
    });
  }
  const result = validateJson(schema, value, { fillDefaults: true });
  const errors = result.errors.map(({ path, message, keyword }) => ({ path, message, keyword }));
  const limit = errors.find(({ keyword }) => keyword === 'limit');
  if (limit !== undefined)
    return fail('LIMIT_ERROR', `The value ${limit.message}.`, { type: 'validate', reason: 'too_large' });
  return succeed({ valid: errors.length === 0, errors, value: result.value });
}
