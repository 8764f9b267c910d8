import type { JsonObject } from '../../../base/index.ts';
import type { ServedStatus } from '../../../service/index.ts';
import * as wire from '../../../wire/index.ts';
import * as api from '../ApiProblem.ts';
import { PROBLEMS } from '../ApiProblem.ts';

/** Parts that the JSON Schemas of the API are made of. These check requests, and the document of the API is written from them. */

export const TEXT = { type: 'string' } as const;

/** Any JSON value. */
export const ANY: JsonObject = { description: 'Any JSON value' };

/** An object with these properties, all of them and no others. */
export function record(properties: JsonObject, description?: string): JsonObject {
  const all = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  return description === undefined ? all : { ...all, description };
}

function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

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

/** A time that is asked for. */
export const MOMENT: JsonObject = {
  type: 'string',
  maxLength: 40,
  description: 'A day such as 2026-05-04, from midnight UTC, or a time such as 2026-05-04T10:30:00Z',
};

/** Which runs something is done to. */
function manyOf(statuses: readonly ServedStatus[]): JsonObject {
  return {
    type: 'object',
    minProperties: 1,
    properties: {
      ids: {
        ...listOf({ ...TEXT, maxLength: 200 }),
        minItems: 1,
        maxItems: 200,
        description: 'Exactly these runs, whatever their status; no other field is given with them',
      },
      workflow: { ...TEXT, description: 'Only runs of this workflow, by name' },
      status: { enum: [...statuses], description: 'Only runs with this status; when absent, with any of these' },
      text: {
        ...TEXT,
        minLength: 1,
        maxLength: 200,
        description: 'Only runs with this text in the first 500 characters of their input as JSON, ignoring case',
      },
      since: { ...MOMENT, description: 'Only runs started at this time or later' },
      until: { ...MOMENT, description: 'Only runs started before this time' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 200,
        description: 'At most this many at a time; 200 when absent',
      },
      cursor: { ...TEXT, maxLength: 1000, description: 'The `next` of the previous answer' },
    },
    additionalProperties: false,
  };
}

/** What is cancelled, and what is retried, where nothing is said of it. */
export const CANCELLABLE = ['queued', 'running', 'waiting', 'paused'] as const satisfies readonly ServedStatus[];

export const RETRYABLE = ['error', 'cancelled'] as const satisfies readonly ServedStatus[];

export const CANCEL_BODY = manyOf(CANCELLABLE);

export const RETRY_BODY = manyOf(RETRYABLE);

/** What became of many runs. */
export const MANY_DONE = wire.manyDone(wire.oneOf(...Object.keys(PROBLEMS)));

export const AUDIT_PAGE = wire.AUDIT_PAGE.schema;

/** What the server allows, and how much of that is taken. */
export const SERVER = wire.SERVER.schema;

export const WORKFLOWS = wire.WORKFLOWS.schema;

export const HEALTH = record({ status: { enum: ['ok'] } });

export const READY = record({ status: { enum: ['ready'] } });

export const PROBLEM = api.PROBLEM.schema;

export const SCHEDULE = wire.SCHEDULE.schema;

export const TRIGGERS = wire.TRIGGERS.schema;

/** What the sender of a webhook is told. */
export const HOOK_RESULT = record({
  id: TEXT,
  workflow: TEXT,
  status: STATUS,
  output: { description: 'What it gives back' },
  error: { anyOf: [RUN_ERROR, { type: 'null' }] },
});

/** What comes of a webhook at once. */
export const HOOK_ANSWER: JsonObject = { anyOf: [HOOK_RESULT, record({ challenge: ANY })] };

/** One message of JSON-RPC. */
export const RPC_MESSAGE: JsonObject = { type: 'object', description: 'A message of JSON-RPC, as MCP has it' };

/** A message of JSON-RPC, or several. */
export const RPC: JsonObject = { type: ['object', 'array'], description: 'A message of JSON-RPC, as MCP has it' };
