import type { Json, JsonObject } from '../../base/index.ts';
import type { ServedStatus } from '../../service/index.ts';
import { PROBLEMS } from './ApiProblem.ts';

/** The JSON Schemas of what is asked and answered: they check requests, and the document of the API is written from them. */

const TEXT = { type: 'string' } as const;
const MAYBE_TEXT = { type: ['string', 'null'] } as const;
const TIME = { type: 'string', format: 'date-time', description: 'ISO 8601, in UTC, with milliseconds' } as const;
const MAYBE_TIME = { type: ['string', 'null'], format: 'date-time', description: `${TIME.description}; null: not yet` };

/** Any JSON value. */
export const ANY: JsonObject = { description: 'Any JSON value' };

/** An object with these properties, all of them and no others. */
function record(properties: JsonObject, description?: string): JsonObject {
  const all = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  return description === undefined ? all : { ...all, description };
}

function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

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

const RUN_ERROR = record({ code: TEXT, message: TEXT, details: ANY });

const PARENT = record(
  { run_id: TEXT, key: TEXT, root: TEXT },
  'The run that started this one, the key of the call that did, and the outermost run.',
);

const AMOUNT = { type: 'number', minimum: 0 } as const;

const USAGE = record(
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
      description: 'The beginning of its output as JSON; null: it has none, or it cannot be shown here',
    },
    output_size: {
      type: ['integer', 'null'],
      minimum: 0,
      description: 'The length of its whole output as JSON, in characters; null: it has none',
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
export const MANY_DONE = record({
  matched: { type: 'integer', minimum: 0, description: 'How many runs matched' },
  done: { type: 'integer', minimum: 0, description: 'For how many of them it was done' },
  refused: {
    ...listOf(record({ id: TEXT, code: { enum: Object.keys(PROBLEMS) }, detail: TEXT })),
    description: 'For which of them it was refused, and why, with the code and detail of a problem',
  },
  started: {
    ...listOf(record({ id: TEXT, retry_of: TEXT })),
    description: 'The runs that were started to retry them',
  },
  next: { ...MAYBE_TEXT, description: 'The cursor of the remaining runs; null: there are no more' },
});

export const RUN_PAGE = record({
  runs: listOf(RUN_HEAD),
  next: { ...MAYBE_TEXT, description: 'The cursor of the next page; null: there are no more' },
});

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

export const WORKFLOWS = record({
  workflows: listOf(
    record({
      name: { ...TEXT, description: 'Path of its file in the folder, without .yaml' },
      title: MAYBE_TEXT,
      description: MAYBE_TEXT,
      input: { description: 'JSON Schema of its input; null: any object' },
      valid: { type: 'boolean', description: 'False: it has errors, and cannot be started' },
      digest: { ...TEXT, description: 'SHA-256 of the text of its file, in hex' },
    }),
  ),
});

const EVENT: JsonObject = {
  type: 'object',
  properties: { seq: { type: 'integer' }, at: { type: 'number' }, type: TEXT },
  required: ['seq', 'at', 'type'],
  description: 'An event of the run, as `signalbox run --events` writes it: `at` is in milliseconds since the epoch.',
};

/** One event with its place; also the data of each server-sent event. */
export const PLACED_EVENT = record({
  position: { type: 'integer', description: 'Its place among the events of the run, from 1 on' },
  event: EVENT,
});

export const EVENT_PAGE = record({
  events: listOf(PLACED_EVENT),
  next: { type: 'integer', description: 'What to ask for with `after` next' },
  ended: { type: 'boolean', description: 'True: the run has ended, and no event follows these' },
});

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
const HOOK_RESULT = record({
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

/** The schemas that have a name in the document. */
export const NAMED: ReadonlyMap<Json, string> = new Map<Json, string>([
  [STATUS, 'Status'],
  [RUN_ERROR, 'RunError'],
  [PARENT, 'ParentRun'],
  [USAGE, 'Usage'],
  [RUN, 'Run'],
  [RUN_HEAD, 'RunHead'],
  [START, 'StartedRun'],
  [START_BODY, 'Start'],
  [RESUME_BODY, 'Resume'],
  [SKIP_BODY, 'Skip'],
  [RUN_PAGE, 'RunPage'],
  [CANCEL_BODY, 'CancelMany'],
  [RETRY_BODY, 'RetryMany'],
  [MANY_DONE, 'ManyDone'],
  [AUDIT_PAGE, 'AuditPage'],
  [WORKFLOWS, 'Workflows'],
  [PLACED_EVENT, 'PlacedEvent'],
  [EVENT, 'Event'],
  [EVENT_PAGE, 'EventPage'],
  [INBOX, 'Inbox'],
  [SCHEDULE, 'Schedule'],
  [TRIGGERS, 'Triggers'],
  [HOOK_RESULT, 'HookResult'],
  [PROBLEM, 'Problem'],
]);
