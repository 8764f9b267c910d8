import type { JsonObject } from '../../../base/index.ts';
import * as wire from '../../../wire/index.ts';
import { ANY, record, TEXT } from './parts.ts';
import { RUN_ERROR, STATUS } from './runs.ts';

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
