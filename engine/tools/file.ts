import type { BuiltInTool } from './BuiltInTool.ts';

/** `core:file`. */
export const FILE = {
  name: 'file',
  title: 'File',
  summary: 'Read or write a file of the workspace',
  description: 'Reads, writes, lists and deletes files of the workspace.',
  schema: {
    config: { type: 'object' },
    input: {
      type: 'object',
      required: ['op'],
      properties: {
        op: { type: 'string', enum: ['read', 'write', 'list', 'delete'], description: 'What to do.' },
        path: { type: 'string', description: 'A path inside the workspace, with `/`; for `list` a folder.' },
        text: { type: 'string', description: 'What to write, for `write`.' },
      },
    },
    output: {
      type: 'object',
      additionalProperties: false,
      properties: {
        path: { type: 'string', description: 'The file that was read, written or deleted.' },
        text: { type: 'string', description: 'For `read`: what is in it.' },
        paths: { type: 'array', items: { type: 'string' }, description: 'For `list`: every file below, sorted.' },
      },
    },
  },
  start: { op: 'list' },
  changes: { key: 'op', values: ['read', 'list'] },
  store: 'the files of the workspace',
  reach: 'nowhere',
  needs: 'workspace',
  isPrivileged: true,
} as const satisfies BuiltInTool;
