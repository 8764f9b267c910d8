import type { BuiltInTool } from './BuiltInTool.ts';
import { mapOf } from './mapOf.ts';

/** `core:hash`. */
export const HASH = {
  name: 'hash',
  title: 'Hash',
  summary: 'Make the fingerprint of a text',
  description: 'Makes the fingerprint of a text.',
  schema: {
    config: { type: 'object' },
    input: {
      type: 'object',
      required: ['text'],
      properties: {
        text: { type: 'string', description: 'What to hash, as UTF-8.' },
        algorithm: {
          type: 'string',
          enum: ['sha-256', 'sha-384', 'sha-512', 'sha-1'],
          default: 'sha-256',
          description: 'The hash function.',
        },
      },
    },
    output: mapOf({ hex: { type: 'string', description: 'The hash in hexadecimal.' } }),
  },
  start: { text: 'Hello' },
  changes: 'nothing',
  reach: 'nowhere',
  isDeterministic: true,
} as const satisfies BuiltInTool;
