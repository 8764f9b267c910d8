import type { BuiltInTool } from './BuiltInTool.ts';

/** `core:raise`: it fails the same each time, and a retry is no mistake, since it simulates a task that might succeed. */
export const RAISE = {
  name: 'raise',
  title: 'Raise an error',
  summary: 'Fail with a message',
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
          description: 'What happened, in words.',
        },
        details: { default: null, description: 'Anything more.' },
      },
    },
    output: { description: 'None: it always fails.' },
  },
  start: { message: 'Raised by the workflow.' },
  changes: 'nothing',
  reach: 'nowhere',
} as const satisfies BuiltInTool;
