import type { Json, Result } from '../base/index.ts';
import { described, list, type MessageShape, oneOf, optional, record, written } from './MessageShape.ts';
import { COUNT, nameOf, orNull, readAnswer, TEXT, TIME, textOf } from './parts.ts';

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
export function manyDone(code: MessageShape<string>): MessageShape<ManyDoneMessage> {
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

const MANY_DONE = manyDone(TEXT);

/** Reads a page of the audit log. The error says in words where it does not fit. */
export function readAuditPage(answer: Json): Result<AuditPageMessage, string> {
  return readAnswer(AUDIT_PAGE, answer);
}

/** Reads what became of many runs. The error says in words where it does not fit. */
export function readManyDone(answer: Json): Result<ManyDoneMessage, string> {
  return readAnswer(MANY_DONE, answer);
}
