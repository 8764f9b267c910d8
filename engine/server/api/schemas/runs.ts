import type { JsonObject } from '../../../base/index.ts';
import type { ServedStatus } from '../../../service/index.ts';
import * as wire from '../../../wire/index.ts';
import { ANY, listOf, MAYBE_TEXT, MAYBE_TIME, record, TEXT, TIME } from './parts.ts';

export const STATUSES = [
  'queued',
  'running',
  'waiting',
  'paused',
  'success',
  'error',
  'cancelled',
] as const satisfies readonly ServedStatus[];

export const STATUS: JsonObject = {
  enum: STATUSES,
  description:
    'queued: it has not begun. waiting: nothing is under way but waits for signals or times. success, error, cancelled: it has ended.',
};

export const RUN_ERROR = record({ code: TEXT, message: TEXT, details: ANY });

export const PARENT = record(
  { run_id: TEXT, key: TEXT, root: TEXT },
  'The run that started this one, the key of the call that did, and the outermost run.',
);

const AMOUNT = { type: 'number', minimum: 0 } as const;

export const USAGE = record(
  {
    input_tokens: AMOUNT,
    output_tokens: AMOUNT,
    cost: {
      type: ['number', 'null'],
      description: 'In US dollars, of the answers whose price is known; null: of none',
    },
    unpriced: {
      type: 'integer',
      minimum: 0,
      description: 'Answers whose price is not known: above 0, the cost is incomplete',
    },
  },
  'What its models, and those of the runs it started, have used.',
);

/** What a run has in lists, too. */
const RUN_FACTS = {
  id: TEXT,
  workflow: { ...TEXT, description: 'Path of its file in the folder, without .yaml' },
  status: STATUS,
  error: { anyOf: [RUN_ERROR, { type: 'null' }] },
  queued_at: TIME,
  started_at: MAYBE_TIME,
  ended_at: MAYBE_TIME,
  trigger: {
    ...MAYBE_TEXT,
    description:
      'What started it, such as a schedule or the name of a token; null: a caller of the API without a token',
  },
  parent: { anyOf: [PARENT, { type: 'null' }] },
  paused: { ...MAYBE_TEXT, description: 'Why it is paused; null where it is not' },
  paused_ms: {
    type: ['integer', 'null'],
    minimum: 0,
    description:
      'How long it was paused or interrupted in all, in ms; null: it has not ended, or an earlier version has ended it',
  },
  usage: { anyOf: [USAGE, { type: 'null' }], description: 'Null: it has not ended, or no model has answered' },
} as const;

export const RUN = record({
  ...RUN_FACTS,
  output: { description: 'Its output; null until it has ended' },
});

export const RUN_HEAD = record(
  {
    ...RUN_FACTS,
    output_preview: {
      ...MAYBE_TEXT,
      maxLength: 200,
      description: 'The beginning of its output as JSON; null: it has no output, or it cannot be shown here',
    },
    output_size: {
      type: ['integer', 'null'],
      minimum: 0,
      description: 'The length of its whole output as JSON, in characters; null: it has no output',
    },
    unread: { ...MAYBE_TEXT, description: 'Why a part of this row is missing; null: nothing is missing' },
  },
  'A run in a list. Its error has at most 500 characters of the message; of large details, only where it happened. GET /api/runs/{id} has the whole run.',
);

export const START = record({ id: TEXT, workflow: TEXT, status: STATUS }, 'The run that was started, in short.');

export const START_BODY: JsonObject = {
  type: 'object',
  properties: { input: { description: 'The input of the workflow; an empty object when absent' } },
  additionalProperties: false,
};

/** Which step is not to wait any longer. */
export const SKIP_BODY: JsonObject = {
  type: 'object',
  required: ['activation'],
  properties: {
    activation: { type: 'integer', minimum: 1, description: 'The number of the step, as its events have it' },
  },
  additionalProperties: false,
};

export const RESUME_BODY: JsonObject = {
  type: 'object',
  properties: {
    repeat: {
      enum: ['yes', 'no'],
      description: 'Whether calls that may have arrived before the run was cut off are made again',
    },
  },
  additionalProperties: false,
};

export const RUN_PAGE = record({
  runs: listOf(RUN_HEAD),
  next: { ...MAYBE_TEXT, description: 'The cursor of the next page; null: there are no more' },
});

export const EVENT = wire.RUN_EVENT.schema;

/** One event with its place; also the data of each server-sent event. */
export const PLACED_EVENT = wire.PLACED_EVENT.schema;

export const EVENT_PAGE = wire.EVENT_PAGE.schema;

export const INBOX = record({
  waits: listOf(
    record({
      run_id: TEXT,
      workflow: TEXT,
      task: TEXT,
      signal: TEXT,
      since: TIME,
      until: { ...MAYBE_TIME, description: 'When it gives up; null: never' },
      title: MAYBE_TEXT,
      description: MAYBE_TEXT,
      schema: { description: 'JSON Schema of the payload; null: any value' },
    }),
  ),
});
