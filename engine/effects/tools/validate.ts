import type { Outcome } from '../../run/index.ts';
import { checkSchema, validateJson } from '../../schema/index.ts';
import { fail, succeed } from '../outcome.ts';
import type { BuiltInCall, BuiltInTool } from './BuiltInTool.ts';

/** `core:validate` (format.md section 3). */
export const VALIDATE_TOOL = {
  use: 'core:validate',
  description: 'Checks a value against a JSON Schema and says what is wrong, without failing.',
  schema: {
    config: { type: 'object' },
    input: {
      type: 'object',
      required: ['value', 'schema'],
      properties: {
        value: { description: 'The value to check.' },
        schema: { type: ['object', 'boolean'], description: 'A JSON Schema.' },
      },
    },
    output: {
      type: 'object',
      properties: {
        valid: { type: 'boolean' },
        errors: { type: 'array', items: { type: 'object' }, description: 'Each with `path`, `message` and `keyword`.' },
        value: { description: 'The value with the defaults of the schema filled in.' },
      },
    },
  },
} as const satisfies BuiltInTool;

/** Runs `core:validate`: `{valid, errors, value}`. A schema that is none is a VALIDATION_ERROR. */
export function runValidate({ input }: BuiltInCall): Outcome {
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
  return succeed({ valid: errors.length === 0, errors, value: result.value });
}
