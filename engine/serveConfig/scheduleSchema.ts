import type { JsonObject } from '../base/index.ts';

/** What `input` of a trigger may be. */
export const TEMPLATE = {
  type: ['object', 'string'],
  description: 'The input of each run: values, and expressions in {{ }}.',
} as const;

/** A name of the user's: it shows in ids of runs. */
export const TRIGGER_NAME = {
  type: 'string',
  pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$',
  patternErrorMessage: 'A name has letters, digits, - and _, at most 60, and begins with one of the first two.',
} as const;

export const WORKFLOW = {
  type: 'string',
  minLength: 1,
  description: 'The workflow that is run: the path of its file in the folder, without .yaml.',
} as const;

/** `schedules` of `signalbox.serve.yaml`. */
export const schedulesSchema: JsonObject = {
  type: 'object',
  description: 'Workflows that are run at certain times, by a name of yours.',
  propertyNames: TRIGGER_NAME,
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    required: ['workflow', 'cron'],
    properties: {
      workflow: WORKFLOW,
      cron: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description:
          'When it is due: minute, hour, day of the month, month, day of the week, such as 0 3 * * 1-5; a sixth field in front is seconds.',
      },
      time_zone: {
        type: 'string',
        description: 'The zone of these times, such as Europe/Berlin.',
        default: 'UTC',
      },
      missed: {
        enum: ['skip', 'once', 'all'],
        description:
          'What happens at times when the server was not running: nothing, one run for all of them, or a run for each of the newest 100.',
        default: 'once',
      },
      overlap: {
        enum: ['skip', 'queue', 'start'],
        description:
          'What happens at a time when the previous run has not ended: nothing, a run after that one, or a run at the same time.',
        default: 'skip',
      },
      input: { ...TEMPLATE, description: `${TEMPLATE.description} schedule.due is the time that it is for.` },
    },
  },
};
