import { listOf, MAYBE_TEXT, record, TEXT } from './parts.ts';

const COUNT = { type: 'integer', minimum: 0 } as const;

const MAYBE_NUMBER = { type: ['number', 'null'], description: 'Null: not limited here' } as const;

const ACCESS = record(
  {
    scope: { enum: ['read', 'run', 'admin'] },
    workflows: {
      type: ['array', 'null'],
      items: TEXT,
      description: 'The patterns of the workflows that the token is limited to; null: it is not limited',
    },
    rate: { ...MAYBE_TEXT, description: 'How much the token may change; null: not limited' },
  },
  'What may be done with the token that was sent, or without one where none is needed',
);

const WORKFLOW_LOAD = record({
  workflow: TEXT,
  active: COUNT,
  queued: COUNT,
  waiting: COUNT,
  paused: COUNT,
  refused: { ...COUNT, description: 'Starts that were refused since the server began: there was no room in the queue' },
});

const RULE_LOAD = record({
  workflow: { ...TEXT, description: 'The workflows of the rule; * matches any characters' },
  most_active: MAYBE_NUMBER,
  most_queued: MAYBE_NUMBER,
  size: { ...MAYBE_NUMBER, description: 'Bytes of the disk that one run may take; null: not limited here' },
  active: COUNT,
  queued: COUNT,
});

const KEEP = record({
  runs: MAYBE_NUMBER,
  days: MAYBE_NUMBER,
  bytes: MAYBE_NUMBER,
  archived: { type: 'boolean', description: 'True: journals are moved to an archive; false: they are deleted' },
  rules: listOf(
    record({
      workflow: { ...MAYBE_TEXT, description: 'The workflows of the rule; null: any' },
      status: {
        enum: ['success', 'error', 'cancelled', null],
        description: 'How its runs have ended; null: in any way',
      },
      runs: MAYBE_NUMBER,
      days: MAYBE_NUMBER,
    }),
  ),
});

/** What the server allows, and how much of that is taken. */
export const SERVER = record({
  access: ACCESS,
  load: {
    anyOf: [
      record({
        most_active: COUNT,
        most_queued: COUNT,
        active: COUNT,
        queued: COUNT,
        workflows: listOf(WORKFLOW_LOAD),
        rules: listOf(RULE_LOAD),
        rates: {
          ...listOf(record({ by: TEXT, rate: TEXT, refused: COUNT })),
          description: 'Webhooks that have a rate, and tokens that asked for more than theirs since the server began',
        },
        keep: { anyOf: [KEEP, { type: 'null' }], description: 'Which ended runs are kept; null: all of them' },
      }),
      { type: 'null' },
    ],
    description: 'Null: the token is limited to some workflows, or the runs are on Restate',
  },
});
