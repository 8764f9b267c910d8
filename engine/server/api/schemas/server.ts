import type { JsonObject } from '../../../base/index.ts';
import * as wire from '../../../wire/index.ts';
import { PROBLEMS } from '../ApiProblem.ts';
import { listOf, record, TEXT } from './parts.ts';

export const AUDIT_PAGE = wire.AUDIT_PAGE.schema;

/** What the server allows, and how much of that is taken. */
export const SERVER = wire.SERVER.schema;

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
