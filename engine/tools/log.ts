import type { BuiltInTool } from './BuiltInTool.ts';

/** `core:log`. */
export const LOG = {
  name: 'log',
  title: 'Log',
  summary: 'Write a message',
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
  start: { message: 'Hello' },
  changes: 'nothing',
  reach: 'nowhere',
  givesInput: true,
  isDeterministic: true,
} as const satisfies BuiltInTool;
