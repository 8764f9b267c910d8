import type { JsonObject } from '../base/index.ts';
import { WORKFLOW } from './scheduleSchema.ts';

/** `mcp` of `signalbox.serve.yaml`. */
export const toolsSchema: JsonObject = {
  type: 'array',
  description: 'Workflows that are tools for agents, at /mcp: by their names, or with more about each.',
  items: {
    type: ['string', 'object'],
    minLength: 1,
    additionalProperties: false,
    required: ['workflow'],
    properties: {
      workflow: WORKFLOW,
      name: {
        type: 'string',
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        patternErrorMessage: 'The name of a tool has letters, digits, - and _, at most 64.',
        description:
          'The name of the tool. By default that of the workflow, with _ for characters that names of tools cannot have.',
      },
      description: {
        type: 'string',
        minLength: 1,
        description: 'What an agent reads about it. By default the description of the workflow.',
      },
      wait: {
        type: ['string', 'number'],
        description: 'How long a call waits for the end of the run; at most 5m.',
        default: '50s',
      },
    },
  },
};
