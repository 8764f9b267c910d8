import type { JsonObject } from '../../../base/index.ts';
import type { ServedStatus } from '../../../service/index.ts';
import * as wire from '../../../wire/index.ts';
import { PROBLEMS } from '../ApiProblem.ts';
import { listOf, TEXT } from './parts.ts';

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
