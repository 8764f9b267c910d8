import type { BuiltInTool } from './BuiltInTool.ts';

/** `core:memory` (format.md section 3): the run itself makes a memory call of it. */
export const MEMORY_TOOL = {
  use: 'core:memory',
  description: 'Adds to a conversation memory, searches, reads and clears it.',
  schema: {
    config: {
      type: 'object',
      properties: { memory: { type: 'string', description: 'Id of the memory; the only one when absent.' } },
    },
    input: {
      type: 'object',
      required: ['op'],
      properties: {
        op: { type: 'string', enum: ['append', 'search', 'read', 'clear'], description: 'What to do.' },
        thread_id: { type: 'string', description: 'The conversation; that of the run when absent.' },
        content: { type: 'string', description: 'What to add, for `append`.' },
        query: { type: 'string', description: 'What to look for, for `search`.' },
      },
    },
    output: {
      type: 'object',
      properties: {
        messages: { type: 'array', description: 'Messages of the conversation.' },
        results: { type: 'array', description: 'What was found, best first.' },
      },
    },
  },
} as const satisfies BuiltInTool;
