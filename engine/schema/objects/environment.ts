import type { FormatSchema } from '../FormatSchema.ts';

/** `env`: variables by name. */
export const environment: FormatSchema = {
  title: 'Environment variables',
  description:
    'Variables by name, read as `{{ env.NAME }}`. The nearest definition counts: of the tool or agent, the task, the workflow, then the variables of the workspace. Keep secrets in the Variables panel, not here.',
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'], 'x-kind': 'template' },
  examples: [{ REGION: 'eu-west-1' }],
};
