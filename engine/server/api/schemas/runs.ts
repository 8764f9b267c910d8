import type { JsonObject } from '../../../base/index.ts';
import * as wire from '../../../wire/index.ts';

export const STATUS = wire.STATUS.schema;

export const RUN_ERROR = wire.RUN_ERROR.schema;

export const PARENT = wire.PARENT.schema;

export const USAGE = wire.USAGE.schema;

export const RUN = wire.RUN.schema;

export const RUN_HEAD = wire.RUN_HEAD.schema;

export const RUN_PAGE = wire.RUN_PAGE.schema;

export const START = wire.STARTED_RUN.schema;

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

export const EVENT = wire.RUN_EVENT.schema;

/** One event with its place; also the data of each server-sent event. */
export const PLACED_EVENT = wire.PLACED_EVENT.schema;

export const EVENT_PAGE = wire.EVENT_PAGE.schema;

export const INBOX = wire.INBOX.schema;
