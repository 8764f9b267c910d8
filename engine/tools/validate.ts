import type { BuiltInTool } from './BuiltInTool.ts';
import { mapOf } from './mapOf.ts';

/** `core:validate`. */
export const VALIDATE = {
  name: 'validate',
  title: 'Validate',
  summary: 'Check data against a schema',
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
    output: mapOf({
      valid: { type: 'boolean', description: 'Whether nothing is wrong.' },
      errors: {
        type: 'array',
        items: mapOf({
          path: { type: 'string', description: 'Where, as a JSON Pointer.' },
          message: { type: 'string', description: 'What is wrong.' },
          keyword: { type: 'string', description: 'The keyword of the schema that says so.' },
        }),
        description: 'Each with `path`, `message` and `keyword`.',
      },
      value: { description: 'The value with the defaults of the schema filled in.' },
    }),
  },
  start: { value: {}, schema: { type: 'object' } },
  changes: 'nothing',
  reach: 'nowhere',
  isDeterministic: true,
} as const satisfies BuiltInTool;
