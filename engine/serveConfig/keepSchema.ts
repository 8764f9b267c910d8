import type { JsonObject } from '../base/index.ts';

/** The statuses that a run ends with. */
export const ENDS = ['success', 'error', 'cancelled'] as const;

const LIMITS = {
  runs: { type: 'integer', minimum: 1, maximum: 100_000_000, description: 'How many of the newest are kept.' },
  days: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 36_500,
    description: 'For how many days after its end a run is kept.',
  },
};

/** `keep` of `signalbox.serve.yaml`. */
export const keepSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  description: 'Which runs are kept once they have ended; all of them unless this is said.',
  properties: {
    ...LIMITS,
    bytes: {
      type: ['integer', 'string'],
      minimum: 1,
      pattern: '^[0-9]+(\\.[0-9]+)? ?(KB|MB|GB|TB)$',
      patternErrorMessage: 'A size is a number with its unit, such as 20 GB.',
      description: 'How large all that is kept of ended runs may be, such as 20 GB; the oldest go first.',
    },
    archive: {
      type: 'string',
      minLength: 1,
      description: 'A folder where journals are moved instead of being deleted.',
    },
    rules: {
      type: 'array',
      description: 'What is otherwise for some of them: the first rule that fits a run goes before the rest.',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          workflow: {
            type: 'string',
            minLength: 1,
            description: 'Of this workflow alone; * stands for any characters, as in reports/*.',
          },
          status: { enum: ENDS, description: 'That have ended so alone.' },
          ...LIMITS,
        },
      },
    },
  },
};
