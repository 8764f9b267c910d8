import type { InvocationId } from '@restatedev/restate-sdk';
import type { RunInputDraft } from '../../hosts/node/index.ts';
import type { Call, Missing, Outcome, ParentRun } from '../../run/index.ts';
import {
  ANY,
  BOOLEAN,
  byType,
  CHILD,
  either,
  INTEGER,
  JOURNAL_HEAD,
  list,
  type MessageOf,
  type MessageShape,
  maybe,
  NUMBER,
  oneOf,
  optional,
  partly,
  RUN_ERROR,
  record,
  recordOf,
  STATUSES,
  TEXT,
  text,
  USAGE,
} from '../../wire/index.ts';

/**
 * What goes to a cluster and is kept there: each message once, as its check, from which its type follows. Of what the run machine takes,
 * the parts alone that are looked at here. Times are in ms since the epoch.
 */

export const NOTHING: MessageShape<null> = {
  schema: { type: 'null' },
  find: (value) => (value === null ? null : { path: [], reason: 'is not null' }),
};

/** What a handler answers that only does something. */
export const DONE: MessageShape<void> = { schema: NOTHING.schema, find: NOTHING.find };

export const TEXTS = list(TEXT);

/** State `around` of a run that another one has started: what it has of those around it. */
export type Around = MessageOf<typeof AROUND>;
export const AROUND = recordOf({
  /** Names of the variables that are secrets in one of them. */
  secrets: TEXTS,
  /** Names of the guessable secrets that they had used when it was begun. */
  exposed: TEXTS,
});

/** State `below` of a run: keys of its calls that have started others which have not ended. */
export type Below = MessageOf<typeof BELOW>;
export const BELOW = recordOf({
  live: TEXTS,
  /** The call was aborted: its run is being cancelled. */
  ending: TEXTS,
});

/** One in the state `long` of a run: a call that another invocation makes, and the awakeable that aborts it. */
export type LongCall = MessageOf<typeof LONG_CALL>;
const LONG_CALL = recordOf({ key: TEXT, abort: TEXT });
export const LONG_CALLS = list(LONG_CALL);

/** What `begin` of a run is given: all that it depends on. */
export type RunBeginning = MessageOf<typeof BEGINNING>;
export const BEGINNING = recordOf({
  head: JOURNAL_HEAD,
  /** The name of the workflow in the folder. */
  workflow: TEXT,
  trigger: maybe(TEXT),
  queuedAt: NUMBER,
  /** As in `RunStart`. Absent: 0. */
  depth: optional(INTEGER),
  /** Of a run that another one starts. */
  around: optional(AROUND),
});

const MISSING: MessageShape<Missing> = either(
  recordOf({ what: oneOf('secret', 'variable', 'server'), name: TEXT }),
  recordOf({ what: oneOf('workspace', 'state') }),
);

/**
 * State `row` of a run: small, since lists read it of all runs. It is written after what it counts: it says which chunks
 * and which checkpoint are whole.
 */
export type RunRow = MessageOf<typeof ROW>;
export const ROW = recordOf({
  workflow: TEXT,
  status: oneOf(...STATUSES),
  queuedAt: NUMBER,
  startedAt: maybe(NUMBER),
  endedAt: maybe(NUMBER),
  trigger: maybe(TEXT),
  parent: maybe(record<ParentRun>({ runId: TEXT, key: TEXT, root: TEXT, files: TEXTS })),
  paused: maybe(TEXT),
  /** Rows of earlier versions have none of these three. */
  usage: optional(maybe(USAGE)),
  idle: optional(maybe(NUMBER)),
  warnings: optional(maybe(INTEGER)),
  /** How many runs have led to it, as in `RunStart`. Absent: none. */
  depth: optional(INTEGER),
  /** Set while it is paused because something is missing for a call, or (`child`) for one of a run inside. */
  blocked: optional(either(oneOf('child'), MISSING)),
  /** How many inputs and events are recorded. */
  inputs: INTEGER,
  events: INTEGER,
  /** How many chunks of the journal there are: `chunk.0` and so on. */
  chunks: INTEGER,
  /** The state `checkpoint`, with the number of chunks that it covers; null: there is none. */
  checkpoint: maybe(recordOf({ chunks: INTEGER, size: INTEGER })),
  /** Keys of pending calls that were not made yet. */
  held: TEXTS,
  /** Keys of calls that were cut off, about which a person is asked. */
  asked: TEXTS,
  /** How many runs that it has started have not ended: they are in the state `below`. Absent: none. */
  below: optional(INTEGER),
  /** How many calls are in the state `long`. Absent: none. */
  long: optional(INTEGER),
});

/** State `end` of a run that has ended. Placeholders of secrets are not masked in it. */
export type RunEnd = MessageOf<typeof END>;
export const END = recordOf({ output: ANY, error: maybe(RUN_ERROR) });

/** State `waits`: the signals that an unfinished run waits for, each as an `OpenWait` without the run. */
export type RunWaits = MessageOf<typeof WAITS>;
export const WAITS = list(
  recordOf({
    task: TEXT,
    signal: TEXT,
    since: NUMBER,
    until: maybe(NUMBER),
    title: maybe(TEXT),
    description: maybe(TEXT),
    schema: ANY,
  }),
);

/** What the handler `read` of a run answers. */
export type StoredRun = MessageOf<typeof STORED>;
export const STORED = recordOf({ row: ROW, end: maybe(END) });

/** What `begin` of a run answers. */
export type Begun = MessageOf<typeof BEGUN>;
export const BEGUN = recordOf({
  isNew: BOOLEAN,
  row: ROW,
  /** The invocation that executes it first; null: it was begun before. */
  drive: maybe(text<InvocationId>()),
});

const OUTCOME = either(
  partly<Extract<Outcome, { readonly ok: true }>>({ ok: oneOf(true), value: ANY }),
  partly<Extract<Outcome, { readonly ok: false }>>({ ok: oneOf(false), error: RUN_ERROR }),
);

const BUDGET = recordOf({ tokens: optional(NUMBER), cost: optional(NUMBER) });

/**
 * What became of a call: its outcome, or that it was cut off and it is not known whether it arrived. One of `core:workflow`
 * answers with the run that is to begin.
 */
export type Performed = MessageOf<typeof PERFORMED>;
const PERFORMED = either(
  either(recordOf({ at: NUMBER, outcome: OUTCOME }), recordOf({ at: NUMBER, begins: BEGINNING })),
  recordOf({ at: NUMBER, isCutOff: oneOf(true) }),
);

/** What became of a call that another invocation makes. */
const CALL_MAIL: MessageShape<{ readonly type: 'call'; readonly key: string } & Performed> = {
  schema: PERFORMED.schema,
  find: (value) => recordOf({ type: oneOf('call'), key: TEXT }).find(value) ?? PERFORMED.find(value),
};

/** Why a run has those around it paused. */
export type PauseUp = MessageOf<typeof PAUSE_UP>;
const PAUSE_UP = oneOf('budget', 'child', 'interrupted');

/** What reaches a run from outside of its own invocation; `at`: where it arose. */
export type Mail = MessageOf<(typeof MAILS)[keyof typeof MAILS]>;
const MAILS = {
  /** A signal, a pause, a cancel. */
  input: recordOf({ type: oneOf('input'), at: NUMBER, input: partly<RunInputDraft>({ type: text() }) }),
  resume: recordOf({
    type: oneOf('resume'),
    at: NUMBER,
    /** Whether calls that were cut off are made again; null: nothing is said of them. */
    repeat: maybe(oneOf('yes', 'no')),
    /** From the run around it: what is left of the budget. */
    left: optional(BUDGET),
  }),
  /** A run that a call has started tells what it has used, or that those around it are to be paused. */
  child: recordOf({
    type: oneOf('child'),
    at: NUMBER,
    key: TEXT,
    child: CHILD,
    pauses: maybe(PAUSE_UP),
    /** Its host lacks something. */
    blocked: optional(BOOLEAN),
  }),
  call: CALL_MAIL,
  /** A call that another invocation makes takes long: the awakeable aborts it. */
  long: recordOf({ type: oneOf('long'), key: TEXT, abort: TEXT }),
  /** A timer of the run is due. */
  alarm: recordOf({ type: oneOf('alarm'), at: NUMBER }),
};

export const MAIL = byType<Mail>(MAILS);

export const MAIL_LIST = list(MAIL);

/** What a run that a call starts takes from the one around it, besides its secrets. */
export type ChildFrame = MessageOf<typeof FRAME>;
const FRAME = recordOf({
  place: recordOf({ runId: TEXT, root: TEXT, files: TEXTS }),
  prices: list(recordOf({ provider: TEXT, model: TEXT, input: NUMBER, output: NUMBER })),
  /** What is left for it. */
  budget: BUDGET,
  /** It begins no earlier. */
  since: NUMBER,
});

/** A call that is made by a stateless invocation, on any worker. */
export type SentCall = MessageOf<typeof SENT_CALL>;
export const SENT_CALL = recordOf({
  runId: TEXT,
  call: partly<Call>({ type: oneOf('tool.call', 'model.call', 'memory.call'), key: TEXT, taskId: TEXT }),
  /** What the values of secrets in it are found by: see `openVault`. */
  salt: TEXT,
  secrets: TEXTS,
  /** Names of the guessable secrets that the run has used. */
  exposed: TEXTS,
  /** For the run that a call of `core:workflow` starts. */
  frame: FRAME,
});

/** What a run tells its mailbox when its invocation ends. */
export type Leave = MessageOf<typeof LEAVE>;
export const LEAVE = recordOf({
  /** The awakeable that was armed last; null: none. */
  listener: maybe(TEXT),
  /** True: another invocation of the run follows at once. */
  again: BOOLEAN,
  /** When the run is to be woken; null: not by time. */
  alarm: maybe(NUMBER),
});

/** An alarm of a mailbox, by its number. */
export const RING = recordOf({ alarm: INTEGER, at: NUMBER });

/** Where mail is that came meanwhile. */
export const LEFT = recordOf({
  mail: MAIL_LIST,
  /** The awakeable was resolved: it has the mail. */
  isDelivered: BOOLEAN,
});
