import type { JsonObject } from '../../../base/index.ts';
import type { ServedStatus } from '../../../service/index.ts';
import * as wire from '../../../wire/index.ts';
import { PROBLEM, PROBLEMS } from '../ApiProblem.ts';

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

const START_BODY: JsonObject = {
  type: 'object',
  properties: { input: { description: 'The input of the workflow; an empty object when absent' } },
  additionalProperties: false,
};

/** Which step is not to wait any longer. */
const SKIP_BODY: JsonObject = {
  type: 'object',
  required: ['activation'],
  properties: {
    activation: { type: 'integer', minimum: 1, description: 'The number of the step, as its events have it' },
  },
  additionalProperties: false,
};

const RESUME_BODY: JsonObject = {
  type: 'object',
  properties: {
    repeat: {
      enum: ['yes', 'no'],
      description: 'Whether calls that may have arrived before the run was cut off are made again',
    },
  },
  additionalProperties: false,
};

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

/** What became of many runs. */
export const MANY_DONE = wire.manyDone(wire.oneOf(...Object.keys(PROBLEMS)));

export const HEALTH = record({ status: { enum: ['ok'] } });

export const READY = record({ status: { enum: ['ready'] } });

/** What the sender of a webhook is told. */
const HOOK_RESULT = record({
  id: TEXT,
  workflow: TEXT,
  status: wire.STATUS.schema,
  output: { description: 'What it gives back' },
  error: { anyOf: [wire.RUN_ERROR.schema, { type: 'null' }] },
});

/** What comes of a webhook at once. */
export const HOOK_ANSWER: JsonObject = { anyOf: [HOOK_RESULT, record({ challenge: ANY })] };

/** One message of JSON-RPC. */
export const RPC_MESSAGE: JsonObject = { type: 'object', description: 'A message of JSON-RPC, as MCP has it' };

/** A message of JSON-RPC, or several. */
export const RPC: JsonObject = { type: ['object', 'array'], description: 'A message of JSON-RPC, as MCP has it' };

/** The schemas that have a name in the document, by that name. */
export const NAMED = {
  Status: wire.STATUS.schema,
  RunError: wire.RUN_ERROR.schema,
  ParentRun: wire.PARENT.schema,
  Usage: wire.USAGE.schema,
  Run: wire.RUN.schema,
  RunHead: wire.RUN_HEAD.schema,
  StartedRun: wire.STARTED_RUN.schema,
  Start: START_BODY,
  Resume: RESUME_BODY,
  Skip: SKIP_BODY,
  RunPage: wire.RUN_PAGE.schema,
  CancelMany: manyOf(CANCELLABLE),
  RetryMany: manyOf(RETRYABLE),
  ManyDone: MANY_DONE.schema,
  AuditPage: wire.AUDIT_PAGE.schema,
  Workflows: wire.WORKFLOWS.schema,
  PlacedEvent: wire.PLACED_EVENT.schema,
  Event: wire.RUN_EVENT.schema,
  EventPage: wire.EVENT_PAGE.schema,
  Inbox: wire.INBOX.schema,
  Schedule: wire.SCHEDULE.schema,
  Triggers: wire.TRIGGERS.schema,
  HookResult: HOOK_RESULT,
  Problem: PROBLEM.schema,
} as const satisfies Readonly<Record<string, JsonObject>>;
