import type { Json, Result } from '../base/index.ts';
import { AMOUNT, COUNT, nameOf, orNull, readAnswer, TEXT, TIME, textOf } from './parts.ts';
import { BOOLEAN, described, list, oneOf, optional, record, type Shape, written } from './Shape.ts';

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

/** A schedule, as far as it has come. */
export interface ScheduleMessage {
  readonly name: string;
  readonly workflow: string;
  readonly cron: string;
  readonly time_zone?: string;
  readonly missed?: 'skip' | 'once' | 'all';
  readonly overlap?: 'skip' | 'queue' | 'start';
  readonly next?: string | null;
  readonly last_run?: string | null;
  readonly last_due?: string | null;
  readonly queued?: number;
  readonly paused?: boolean;
  readonly problem?: string | null;
}

interface Triggered {
  readonly workflow: string;
  readonly problem?: string | null;
}

export interface WebhookMessage extends Triggered {
  readonly name: string;
  /** Such as `POST`. */
  readonly method: string;
  readonly path: string;
  readonly auth: 'hmac' | 'token' | 'none';
}

/** What starts runs by itself. */
export interface TriggersMessage {
  readonly schedules: readonly ScheduleMessage[];
  readonly webhooks?: readonly WebhookMessage[];
  readonly tools?: readonly (Triggered & { readonly name: string })[];
  readonly on_failure?: readonly (Triggered & { readonly of: string })[];
}

const ACTIONS = ['started', 'signalled', 'paused', 'resumed', 'skipped', 'cancelled', 'removed', 'changed'] as const;

/** What somebody did. It has no value of an input, a payload or a secret. */
export interface AuditMessage {
  readonly id: string;
  readonly at: string;
  /** Newer versions have others. */
  readonly action: (typeof ACTIONS)[number];
  readonly by: string;
  readonly token?: string | null;
  readonly run?: string;
  readonly workflow?: string;
  readonly schedule?: string;
  readonly signal?: string;
  readonly repeat?: 'yes' | 'no';
  readonly what?: string;
}

export interface AuditPageMessage {
  readonly entries: readonly AuditMessage[];
  readonly next?: string | null;
}

/** A run that was started to retry another one. */
interface Retried {
  readonly id: string;
  readonly retry_of: string;
}

/** What became of many runs. */
export interface ManyDoneMessage {
  readonly matched?: number;
  readonly done: number;
  readonly refused: readonly { readonly id: string; readonly code?: string; readonly detail: string }[];
  readonly started?: readonly Retried[];
  readonly next?: string | null;
}

const LIMIT = written(orNull(AMOUNT, 'Null: not limited here'));

const PROBLEM_TEXT = written(orNull(TEXT, 'What keeps it from its work; null: nothing does'));

const ACCESS = described(
  record<AccessMessage>({
    scope: oneOf('read', 'run', 'admin'),
    workflows: written(
      orNull(list(TEXT), 'The patterns of the workflows that the token is limited to; null: it is not limited'),
    ),
    rate: written(orNull(TEXT, 'How much the token may change; null: not limited')),
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

export const SERVER: Shape<ServerMessage> = record<ServerMessage>({
  access: ACCESS,
  load: written(orNull(LOAD, 'Null: the token is limited to some workflows, or the runs are on Restate')),
});

export const SCHEDULE = record<ScheduleMessage>({
  name: TEXT,
  workflow: TEXT,
  cron: TEXT,
  time_zone: written(TEXT),
  missed: written(oneOf('skip', 'once', 'all')),
  overlap: written(oneOf('skip', 'queue', 'start')),
  next: written(orNull(TIME, 'The next due time; null: never again, or it is paused')),
  last_run: written(orNull(TEXT, 'The id of the last run that it started; null: none yet')),
  last_due: written(orNull(TIME, 'The due time of that run; null: there is no such run')),
  queued: written(described(COUNT, 'How many due times are waiting for that run to end')),
  paused: written(described(BOOLEAN, 'True: it starts nothing by itself until it is resumed')),
  problem: PROBLEM_TEXT,
});

export const TRIGGERS = record<TriggersMessage>({
  schedules: list(SCHEDULE),
  webhooks: written(
    list(
      record<WebhookMessage>({
        name: TEXT,
        method: oneOf<string>('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
        path: textOf('Its address on this server'),
        workflow: TEXT,
        auth: oneOf('hmac', 'token', 'none'),
        problem: PROBLEM_TEXT,
      }),
    ),
  ),
  tools: written(
    list(record<Triggered & { readonly name: string }>({ name: TEXT, workflow: TEXT, problem: PROBLEM_TEXT })),
  ),
  on_failure: written(
    list(
      record<Triggered & { readonly of: string }>({
        of: textOf('The workflow whose failed runs are meant; *: any other'),
        workflow: textOf('The workflow that is started for each failed run'),
        problem: PROBLEM_TEXT,
      }),
    ),
  ),
});

export const AUDIT_PAGE = record<AuditPageMessage>({
  entries: list(
    record<AuditMessage>({
      id: TEXT,
      at: TIME,
      action: nameOf(...ACTIONS),
      by: textOf('Who did it: a token by name, a webhook, a schedule, or an address'),
      token: written(orNull(TEXT, 'The id of the token; null: none was sent')),
      run: optional(textOf('The id of the run')),
      workflow: optional(TEXT),
      schedule: optional(textOf('The name of the schedule')),
      signal: optional(textOf('The name of the signal')),
      repeat: optional(described(oneOf('yes', 'no'), 'What was decided about calls that were cut off')),
      what: optional(textOf('What was changed')),
    }),
  ),
  next: written(orNull(TEXT, 'The cursor of the next page; null: there are no more')),
});

/** What became of many runs; `code`: those that a problem may have. */
export function manyDone(code: Shape<string>): Shape<ManyDoneMessage> {
  return record<ManyDoneMessage>({
    matched: written(described(COUNT, 'How many runs matched')),
    done: described(COUNT, 'For how many of them it was done'),
    refused: described(
      list(record<ManyDoneMessage['refused'][number]>({ id: TEXT, code: written(code), detail: TEXT })),
      'For which of them it was refused, and why, with the code and detail of a problem',
    ),
    started: written(
      described(list(record<Retried>({ id: TEXT, retry_of: TEXT })), 'The runs that were started to retry them'),
    ),
    next: written(orNull(TEXT, 'The cursor of the remaining runs; null: there are no more')),
  });
}

/** Reads what a server tells of itself. The error says in words where it does not fit: so do those of the others. */
export function readServerMessage(answer: Json): Result<ServerMessage, string> {
  return readAnswer(SERVER, answer);
}

export function readScheduleMessage(answer: Json): Result<ScheduleMessage, string> {
  return readAnswer(SCHEDULE, answer);
}

export function readTriggersMessage(answer: Json): Result<TriggersMessage, string> {
  return readAnswer(TRIGGERS, answer);
}

export function readAuditPage(answer: Json): Result<AuditPageMessage, string> {
  return readAnswer(AUDIT_PAGE, answer);
}

export function readManyDone(answer: Json): Result<ManyDoneMessage, string> {
  return readAnswer(MANY_DONE, answer);
}

const MANY_DONE = manyDone(TEXT);
