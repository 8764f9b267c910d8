import type { BuiltInTool } from './BuiltInTool.ts';

/** `core:javascript`. */
export const JAVASCRIPT = {
  name: 'javascript',
  title: 'JavaScript',
  summary: 'Run a script in a sandbox',
  description: 'Runs JavaScript in a sandbox of its own, without network and files: `code` sees `input` and returns.',
  schema: {
    config: {
      type: 'object',
      properties: {
        code: {
          type: 'string',
          description: 'Body of a function that sees `input`; it may `await`. Never a template.',
        },
        file: { type: 'string', description: 'A file of the workspace, instead of `code`.' },
        timeout: { type: 'string', default: '10s', description: 'How long it may take, such as `10s`; at most 10m.' },
        memory: {
          type: 'integer',
          minimum: 1,
          maximum: 512,
          default: 64,
          description: 'How much memory it may use, in MiB; at least 16 are there.',
        },
        now: {
          type: ['string', 'number'],
          description: 'The time of its clock, such as 2026-01-31T12:00:00Z, or in ms. Without it, there is no clock.',
        },
      },
    },
    input: {
      description:
        'Anything: the code sees it as `input`. Used directly by a task, `code` or `file` is written here, too.',
    },
    output: { description: 'What the code returns.' },
  },
  directConfig: ['code', 'file'],
  verbatim: ['code'],
  start: { code: 'return input;' },
  changes: 'nothing',
  reach: 'nowhere',
  isPrivileged: true,
} as const satisfies BuiltInTool;
