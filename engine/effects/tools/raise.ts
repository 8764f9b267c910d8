import type { Outcome } from '../../run/index.ts';
import type { BuiltInCall, BuiltInTool } from './BuiltInTool.ts';
import { toText } from './toText.ts';

/** `core:raise` (format.md section 3). */
export const RAISE_TOOL = {
  use: 'core:raise',
  description: 'Fails on purpose, with an error of your own.',
  schema: {
    config: { type: 'object' },
    input: {
      type: 'object',
      properties: {
        code: {
          type: 'string',
          minLength: 1,
          default: 'EXECUTION_ERROR',
          description: 'The error code that handlers route by.',
        },
        message: {
          type: 'string',
          default: 'Raised by the workflow.',
          description: 'What happened, for the person who reads it.',
        },
        details: { default: null, description: 'Anything more.' },
      },
    },
    output: { description: 'None: it always fails.' },
  },
} as const satisfies BuiltInTool;

/** Runs `core:raise`: the failure the input describes. */
export function runRaise({ input }: BuiltInCall): Outcome {
  const error = { code: toText(input.code), message: toText(input.message), details: input.details ?? null };
  return { ok: false, error, retryAfter: null };
}
