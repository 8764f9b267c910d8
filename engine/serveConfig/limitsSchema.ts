import type { JsonObject } from '../base/index.ts';
import { SIZE } from './size.ts';

/** `limits` of `signalbox.serve.yaml`. */
export const limitsSchema: JsonObject = {
  type: 'array',
  maxItems: 1000,
  description: 'Limits for some workflows: the first rule that matches a workflow applies to its runs.',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['workflow'],
    properties: {
      workflow: {
        type: 'string',
        minLength: 1,
        description: 'Runs of this workflow; * matches any characters, as in reports/*.',
      },
      active: {
        type: 'integer',
        minimum: 1,
        maximum: 10_000,
        description: 'How many of these runs are active at a time.',
      },
      size: {
        ...SIZE,
        description:
          'How much of the disk one run may take, such as 100 MB, with the runs that it starts. A larger one is paused.',
      },
      queue: { type: 'integer', minimum: 0, maximum: 1_000_000, description: 'How many of these runs may be queued.' },
    },
  },
};
