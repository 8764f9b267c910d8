import type { BuiltInTool } from './BuiltInTool.ts';

/** `core:kv`. */
export const KV = {
  name: 'kv',
  title: 'Key-value store',
  summary: 'Keep values between runs',
  description: 'Keeps values by key, from one run to the next.',
  schema: {
    config: {
      type: 'object',
      properties: {
        namespace: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          default: 'default',
          description: 'Separates its keys from other namespaces.',
        },
      },
    },
    input: {
      type: 'object',
      required: ['op'],
      properties: {
        op: { type: 'string', enum: ['get', 'set', 'delete', 'list'], description: 'What to do.' },
        key: { type: 'string', minLength: 1, maxLength: 500, description: 'Under which key; not for `list`.' },
        value: { description: 'What to keep, for `set`.' },
      },
    },
    output: {
      type: 'object',
      additionalProperties: false,
      properties: {
        value: { description: 'What is kept under the key now; null when nothing is.' },
        keys: { type: 'array', items: { type: 'string' }, description: 'For `list`: every key, sorted.' },
      },
    },
  },
  start: { op: 'get', key: 'example' },
  changes: { key: 'op', values: ['get', 'list'] },
  store: 'the values that core:kv keeps',
  reach: 'nowhere',
  needs: 'state',
  isPrivileged: true,
} as const satisfies BuiltInTool;
