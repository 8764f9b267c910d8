import type { JsonObject } from '../../../base/index.ts';
import * as wire from '../../../wire/index.ts';
import { PROBLEMS } from '../ApiProblem.ts';
import { listOf, MAYBE_TEXT, record, TEXT, TIME } from './parts.ts';

export const AUDIT_PAGE = record({
  entries: listOf({
    type: 'object',
    required: ['id', 'at', 'action', 'by', 'token'],
    properties: {
      id: TEXT,
      at: TIME,
      action: { enum: ['started', 'signalled', 'paused', 'resumed', 'skipped', 'cancelled', 'removed', 'changed'] },
      by: { ...TEXT, description: 'Who did it: a token by name, a webhook, a schedule, or an address' },
      token: { ...MAYBE_TEXT, description: 'The id of the token; null: none was sent' },
      run: { ...TEXT, description: 'The id of the run' },
      workflow: TEXT,
      schedule: { ...TEXT, description: 'The name of the schedule' },
      signal: { ...TEXT, description: 'The name of the signal' },
      repeat: { enum: ['yes', 'no'], description: 'What was decided about calls that were cut off' },
      what: { ...TEXT, description: 'What was changed' },
    },
  }),
  next: { ...MAYBE_TEXT, description: 'The cursor of the next page; null: there are no more' },
});

export const WORKFLOWS = wire.WORKFLOWS.schema;

export const HEALTH = record({ status: { enum: ['ok'] } });

export const READY = record({ status: { enum: ['ready'] } });

const PLACES = listOf(record({ path: { ...TEXT, description: 'JSON Pointer' }, message: TEXT }));

export const PROBLEM: JsonObject = {
  type: 'object',
  properties: {
    type: { ...TEXT, format: 'uri' },
    title: TEXT,
    status: { type: 'integer' },
    detail: { ...TEXT, description: 'What is wrong, where, and what to do' },
    code: { enum: Object.keys(PROBLEMS) },
    errors: { ...PLACES, description: 'Where a value does not fit' },
    diagnostics: listOf({ type: 'object', description: 'What `signalbox check` says of the workflow' }),
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
  description: 'Why a request is refused (RFC 9457)',
};
