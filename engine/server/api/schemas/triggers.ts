import type { JsonObject } from '../../../base/index.ts';
import { ANY, listOf, MAYBE_TEXT, MAYBE_TIME, record, TEXT } from './parts.ts';
import { RUN_ERROR, STATUS } from './runs.ts';

const PROBLEM_TEXT = { ...MAYBE_TEXT, description: 'What keeps it from its work; null: nothing does' } as const;

/** A schedule, as far as it has come. */
export const SCHEDULE = record({
  name: TEXT,
  workflow: TEXT,
  cron: TEXT,
  time_zone: TEXT,
  missed: { enum: ['skip', 'once', 'all'] },
  overlap: { enum: ['skip', 'queue', 'start'] },
  next: { ...MAYBE_TIME, description: 'The next due time; null: never again, or it is paused' },
  last_run: { ...MAYBE_TEXT, description: 'The id of the last run that it started; null: none yet' },
  last_due: { ...MAYBE_TIME, description: 'The due time of that run; null: there is no such run' },
  queued: { type: 'integer', description: 'How many due times are waiting for that run to end' },
  paused: { type: 'boolean', description: 'True: it starts nothing by itself until it is resumed' },
  problem: PROBLEM_TEXT,
});

export const TRIGGERS = record({
  schedules: listOf(SCHEDULE),
  webhooks: listOf(
    record({
      name: TEXT,
      method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
      path: { ...TEXT, description: 'Its address on this server' },
      workflow: TEXT,
      auth: { enum: ['hmac', 'token', 'none'] },
      problem: PROBLEM_TEXT,
    }),
  ),
  tools: listOf(record({ name: TEXT, workflow: TEXT, problem: PROBLEM_TEXT })),
  on_failure: listOf(
    record({
      of: { ...TEXT, description: 'The workflow whose failed runs are meant; *: any other' },
      workflow: { ...TEXT, description: 'The workflow that is started for each failed run' },
      problem: PROBLEM_TEXT,
    }),
  ),
});

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

/** A message of JSON-RPC, or several. */
export const RPC: JsonObject = { type: ['object', 'array'], description: 'A message of JSON-RPC, as MCP has it' };
