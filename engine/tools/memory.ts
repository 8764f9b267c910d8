import type { BuiltInTool } from './BuiltInTool.ts';
import { mapOf } from './mapOf.ts';

const TEXT = { type: 'string' } as const;
const ROLE = { type: 'string', enum: ['user', 'assistant'] } as const;

/** `core:memory`: the run itself makes a call to a memory of it. */
export const MEMORY = {
  name: 'memory',
  title: 'Memory',
  summary: 'Add to a memory or search it',
  description: 'Adds to a conversation memory, searches, reads and clears it.',
  schema: {
    config: {
      type: 'object',
      properties: { memory: { type: 'string', description: 'Id of the memory; the only one when absent.' } },
    },
    input: {
      type: 'object',
      properties: {
        op: {
          type: 'string',
          enum: ['append', 'search', 'read', 'clear'],
          default: 'read',
          description: 'What to do.',
        },
        thread_id: { type: 'string', description: 'The conversation; that of the run when absent.' },
        content: { type: 'string', description: 'What to add, for `append`.' },
        role: { ...ROLE, default: 'user', description: 'Who says what is added, for `append`.' },
        query: { type: 'string', description: 'What to look for, for `search`.' },
      },
    },
    output: mapOf({
      messages: {
        type: 'array',
        items: mapOf({ role: ROLE, content: TEXT, timestamp: TEXT }),
        description: 'Messages of the conversation.',
      },
      results: {
        type: 'array',
        items: mapOf({
          content: TEXT,
          similarity: { type: 'number' },
          timestamp: TEXT,
          metadata: mapOf({ thread_id: TEXT, role: TEXT }),
        }),
        description: 'What was found, best first.',
      },
    }),
  },
  directConfig: ['memory'],
  start: { op: 'read' },
  changes: { key: 'op', values: ['read', 'search'] },
  reach: 'nowhere',
  isPrivileged: true,
} as const satisfies BuiltInTool;
