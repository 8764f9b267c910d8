import type { JsonObject } from '../base/index.ts';
import { SIZE } from './size.ts';

/** The statuses that a run ends with. */
export const ENDS = ['success', 'error', 'cancelled'] as const;

const LIMITS = {
  runs: { type: 'integer', minimum: 1, maximum: 100_000_000, description: 'How many of the newest runs to keep.' },
  days: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 36_500,
    description: 'How many days to keep a run after it ends.',
  },
};

/** `keep` of `signalbox.serve.yaml`. */
export const keepSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  description: 'Which ended runs to keep; all of them when absent.',
  properties: {
    ...LIMITS,
    bytes: {
      ...SIZE,
      description: 'How much space ended runs may take in all, such as 20 GB; the oldest are removed first.',
    },
    archive: {
      type: 'string',
      minLength: 1,
      description: 'Journals are moved to this folder instead of being deleted.',
    },
    rules: {
      type: 'array',
      description: 'Exceptions for some runs: the first rule that matches a run replaces the general limits.',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          workflow: {
            type: 'string',
            minLength: 1,
            description: 'Only runs of this workflow; * matches any characters, as in reports/*.',
          },
          status: { enum: ENDS, description: 'Only runs that ended with this status.' },
          ...LIMITS,
        },
      },
    },
  },
};
