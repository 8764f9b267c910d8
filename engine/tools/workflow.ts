import type { BuiltInTool } from './BuiltInTool.ts';

/** `core:workflow`: where the other workflow leads is in neither text. */
export const WORKFLOW = {
  name: 'workflow',
  title: 'Workflow',
  summary: 'Run another workflow',
  description: 'Runs another workflow of the workspace and answers with its result.',
  schema: {
    config: { type: 'object' },
    input: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', minLength: 1, description: 'Its file, such as `flows/refund.yaml`.' },
        input: { type: 'object', default: {}, description: 'What it is given.' },
      },
    },
    output: { description: 'The result of the run.' },
  },
  start: { file: 'other.yaml' },
  changes: 'something',
  reach: 'anywhere',
  needs: 'workspace',
  isPrivileged: true,
} as const satisfies BuiltInTool;
