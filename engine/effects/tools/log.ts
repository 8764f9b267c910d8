import type { Outcome } from '../../run/index.ts';
import { succeed } from '../outcome.ts';
import type { BuiltInCall, BuiltInTool } from './BuiltInTool.ts';

/** `core:log` (format.md section 3). */
export const LOG_TOOL = {
  use: 'core:log',
  description: 'Notes a message in the run and passes its input on.',
  schema: {
    config: { type: 'object' },
    input: {
      type: 'object',
      properties: {
        level: {
          type: 'string',
          enum: ['debug', 'info', 'warning', 'error'],
          default: 'info',
          description: 'How much it matters.',
        },
        message: { description: 'What to note.' },
        data: { description: 'Any value to note with it.' },
      },
    },
    output: { description: 'The input, unchanged.' },
  },
} as const satisfies BuiltInTool;

/** Runs `core:log`: the note is the step itself, which the run keeps with its input. */
export function runLog({ givenInput }: BuiltInCall): Outcome {
  return succeed(givenInput);
}
