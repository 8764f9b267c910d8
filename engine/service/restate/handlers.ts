import type { Json } from '../../base/index.ts';
import {
  BOOLEAN,
  describeMisfit,
  JOURNAL_HEAD,
  list,
  type MessageShape,
  maybe,
  readAs,
  TEXT,
} from '../../wire/index.ts';
import { UnreadableError } from '../errors.ts';
import {
  AROUND,
  BEGINNING,
  BEGUN,
  BELOW,
  DONE,
  LEAVE,
  LEFT,
  MAIL,
  NOTHING,
  RING,
  SENT_CALL,
  STORED,
  TEXTS,
  WAITS,
} from './messages.ts';

/** Names of the Restate services. A run and its mailbox are virtual objects with the id of the run as their key. */
export const SERVICES = {
  run: 'SignalboxRun',
  mailbox: 'SignalboxMailbox',
  calls: 'SignalboxCalls',
  /** Keyed by the id of an outermost run. */
  family: 'SignalboxFamily',
} as const;

/** How long an invocation may take without progress: as long as the longest call. In ms. */
export const CALL_TIMES = { inactivityTimeout: 10 * 60_000, abortTimeout: 24 * 3600_000 } as const;

/** A handler of a Restate service, as whoever sends it something sees it. */
export interface Receiver<Taken> {
  readonly service: string;
  readonly method: string;
  readonly takes: MessageShape<Taken>;
}

/** A handler with what it answers. Who calls it and what answers it are both typed and checked by this. */
export interface Handler<Taken, Answered> extends Receiver<Taken> {
  readonly answers: MessageShape<Answered>;
}

function handler<Taken, Answered>(
  [service, method]: readonly [service: string, method: string],
  takes: MessageShape<Taken>,
  answers: MessageShape<Answered>,
): Handler<Taken, Answered> {
  return { service, method, takes, answers };
}

/** Of a run. */
export const RUN = {
  begin: handler([SERVICES.run, 'begin'], BEGINNING, BEGUN),
  drive: handler([SERVICES.run, 'drive'], maybe(BEGINNING), maybe(STORED)),
  call: handler([SERVICES.run, 'call'], NOTHING, DONE),
  read: handler([SERVICES.run, 'read'], NOTHING, maybe(STORED)),
  below: handler([SERVICES.run, 'below'], NOTHING, maybe(BELOW)),
  around: handler([SERVICES.run, 'around'], NOTHING, maybe(AROUND)),
  head: handler([SERVICES.run, 'head'], NOTHING, maybe(JOURNAL_HEAD)),
  ended: handler([SERVICES.run, 'ended'], NOTHING, BOOLEAN),
  chunks: handler([SERVICES.run, 'chunks'], TEXTS, list(maybe(TEXT))),
  waits: handler([SERVICES.run, 'waits'], NOTHING, maybe(WAITS)),
} as const;

/** Of the mailbox of a run. */
export const MAILBOX = {
  push: handler([SERVICES.mailbox, 'push'], MAIL, DONE),
  listen: handler([SERVICES.mailbox, 'listen'], TEXT, DONE),
  leave: handler([SERVICES.mailbox, 'leave'], LEAVE, LEFT),
  refuse: handler([SERVICES.mailbox, 'refuse'], NOTHING, DONE),
  close: handler([SERVICES.mailbox, 'close'], NOTHING, DONE),
  watchEnd: handler([SERVICES.mailbox, 'watchEnd'], TEXT, DONE),
  ring: handler([SERVICES.mailbox, 'ring'], RING, DONE),
} as const;

/** Of an outermost run and all runs below it. */
export const FAMILY = { begin: handler([SERVICES.family, 'begin'], BEGINNING, DONE) } as const;

/** Of what makes calls of runs. */
export const CALLS = { perform: handler([SERVICES.calls, 'perform'], SENT_CALL, DONE) } as const;

/** Reads a message, which may be of another version. Throws a {@link MisfitError} that says where it does not fit; `name`: what it is, at the beginning of a sentence. */
export function readMessage<T>(shape: MessageShape<T>, message: Json, name: string): T {
  const read = readAs(shape, message);
  if (read.ok) return read.value;
  const problem = describeMisfit(read.error, 'it');
  throw new MisfitError(`${name} cannot be read: ${problem}. Was it written by another version of Signalbox?`);
}

/** A message that does not fit: it is kept, and read again by whoever can. */
export class MisfitError extends UnreadableError {
  constructor(message: string) {
    super('damaged', message, null);
  }
}
