import type { Json, Result } from '../base/index.ts';
import { BOOLEAN, described, list, oneOf, record, written } from './MessageShape.ts';
import { COUNT, orNull, readAnswer, TEXT, TIME, textOf } from './parts.ts';

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

const PROBLEM_TEXT = written(orNull(TEXT, 'What keeps it from its work; null: nothing does'));

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

/** Reads one schedule. The error says in words where it does not fit. */
export function readScheduleMessage(answer: Json): Result<ScheduleMessage, string> {
  return readAnswer(SCHEDULE, answer);
}

/** Reads what starts runs by itself. The error says in words where it does not fit. */
export function readTriggersMessage(answer: Json): Result<TriggersMessage, string> {
  return readAnswer(TRIGGERS, answer);
}
