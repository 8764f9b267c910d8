import type { Json, Result } from '../base/index.ts';
import { BOOLEAN, described, list, type MessageShape, oneOf, record, written } from './MessageShape.ts';
import { AMOUNT, COUNT, orNull, readAnswer, TEXT, textOf } from './parts.ts';

/** What may be done with the token that was sent. */
export interface AccessMessage {
  readonly scope: 'read' | 'run' | 'admin';
  readonly workflows?: readonly string[] | null;
  readonly rate?: string | null;
}

/** The unfinished runs of a workflow. */
export interface WorkflowLoadMessage {
  readonly workflow: string;
  readonly active: number;
  readonly queued: number;
  readonly waiting: number;
  readonly paused: number;
  readonly refused?: number;
}

/** How much of a limit is taken. */
interface LimitFields {
  readonly active: number;
  readonly queued: number;
}

/** A limit for some workflows. */
export interface RuleLoadMessage extends LimitFields {
  readonly workflow: string;
  readonly most_active?: number | null;
  readonly most_queued?: number | null;
  readonly size?: number | null;
}

/** How many ended runs are kept. */
interface KeepFields {
  readonly runs?: number | null;
  readonly days?: number | null;
}

export interface KeepRuleMessage extends KeepFields {
  readonly workflow?: string | null;
  readonly status?: 'success' | 'error' | 'cancelled' | null;
}

export interface KeepMessage extends KeepFields {
  readonly bytes?: number | null;
  readonly archived?: boolean;
  readonly rules?: readonly KeepRuleMessage[];
}

/** What a server allows, and how much of that is taken. */
export interface LoadMessage extends LimitFields {
  readonly most_active: number;
  readonly most_queued: number;
  readonly workflows: readonly WorkflowLoadMessage[];
  readonly rules?: readonly RuleLoadMessage[];
  readonly rates?: readonly { readonly by: string; readonly rate: string; readonly refused: number }[];
  readonly keep?: KeepMessage | null;
}

/** What a server tells of itself. */
export interface ServerMessage {
  readonly access: AccessMessage;
  readonly load?: LoadMessage | null;
}

const LIMIT = written(orNull(AMOUNT, 'Null: not limited here'));

const ACCESS = described(
  record<AccessMessage>({
    scope: oneOf('read', 'run', 'admin'),
    workflows: written(
      orNull(list(TEXT), 'The patterns of the workflows that the token is limited to; null: it is not limited'),
    ),
    rate: written(orNull(TEXT, 'How many changes the token may make, such as 10/s; null: not limited')),
  }),
  'What may be done with the token that was sent, or without one where none is needed',
);

const WORKFLOW_LOAD = record<WorkflowLoadMessage>({
  workflow: TEXT,
  active: COUNT,
  queued: COUNT,
  waiting: COUNT,
  paused: COUNT,
  refused: written(described(COUNT, 'Starts that were refused since the server began: there was no room in the queue')),
});

const RULE_LOAD = record<RuleLoadMessage>({
  workflow: textOf('The workflows of the rule; * matches any characters'),
  most_active: LIMIT,
  most_queued: LIMIT,
  size: written(orNull(AMOUNT, 'Bytes of the disk that one run may take; null: not limited here')),
  active: COUNT,
  queued: COUNT,
});

const KEEP = record<KeepMessage>({
  runs: LIMIT,
  days: LIMIT,
  bytes: LIMIT,
  archived: written(described(BOOLEAN, 'True: journals are moved to an archive; false: they are deleted')),
  rules: written(
    list(
      record<KeepRuleMessage>({
        workflow: written(orNull(TEXT, 'The workflows of the rule; null: any')),
        status: written(orNull(oneOf('success', 'error', 'cancelled'), 'How its runs have ended; null: in any way')),
        runs: LIMIT,
        days: LIMIT,
      }),
    ),
  ),
});

const LOAD = record<LoadMessage>({
  most_active: COUNT,
  most_queued: COUNT,
  active: COUNT,
  queued: COUNT,
  workflows: list(WORKFLOW_LOAD),
  rules: written(list(RULE_LOAD)),
  rates: written(
    described(
      list(record<NonNullable<LoadMessage['rates']>[number]>({ by: TEXT, rate: TEXT, refused: COUNT })),
      'Webhooks that have a rate, and tokens that asked for more than theirs since the server began',
    ),
  ),
  keep: written(orNull(KEEP, 'Which ended runs are kept; null: all of them')),
});

export const SERVER: MessageShape<ServerMessage> = record<ServerMessage>({
  access: ACCESS,
  load: written(orNull(LOAD, 'Null: the token is limited to some workflows, or the runs are on Restate')),
});

/** Reads what a server tells of itself. The error says in words where it does not fit. */
export function readServerMessage(answer: Json): Result<ServerMessage, string> {
  return readAnswer(SERVER, answer);
}
