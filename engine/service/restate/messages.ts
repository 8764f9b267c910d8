import type { RunInputDraft, RunPlace } from '../../hosts/node/index.ts';
import type { Budget, Call, Missing, ModelPrice, Outcome, ParentRun } from '../../run/index.ts';
import {
  ANY,
  BOOLEAN,
  byType,
  CHILD,
  either,
  INTEGER,
  JOURNAL_HEAD,
  list,
  type MessageShape,
  maybe,
  NUMBER,
  oneOf,
  optional,
  partly,
  RUN_ERROR,
  record,
  STATUSES,
  TEXT,
  text,
  USAGE,
} from '../../wire/index.ts';
import type {
  Around,
  Begun,
  Below,
  ChildFrame,
  Leave,
  Left,
  LongCall,
  Mail,
  Performed,
  Ring,
  RunBeginning,
  RunEnd,
  RunRow,
  RunWaits,
  SentCall,
  StoredRun,
} from './contract.ts';

/** What goes to a cluster and is kept there, each as its check. Of what the run machine takes, the parts alone that are looked at here. */

export const NOTHING: MessageShape<null> = {
  schema: { type: 'null' },
  find: (value) => (value === null ? null : { path: [], reason: 'is not null' }),
};

/** What a handler answers that only does something. */
export const DONE: MessageShape<void> = { schema: NOTHING.schema, find: NOTHING.find };

export const TEXTS = list(TEXT);

export const AROUND = record<Around>({ secrets: TEXTS, exposed: TEXTS });

export const BELOW = record<Below>({ live: TEXTS, ending: TEXTS });

const LONG_CALL = { key: TEXT, abort: TEXT } as const;

export const LONG_CALLS = list(record<LongCall>(LONG_CALL));

export const BEGINNING = record<RunBeginning>({
  head: JOURNAL_HEAD,
  workflow: TEXT,
  trigger: maybe(TEXT),
  queuedAt: NUMBER,
  depth: optional(INTEGER),
  around: optional(AROUND),
});

const MISSING = either(
  record<Extract<Missing, { readonly name: string }>>({ what: oneOf('secret', 'variable', 'server'), name: TEXT }),
  record<Exclude<Missing, { readonly name: string }>>({ what: oneOf('workspace', 'state') }),
);

export const ROW = record<RunRow>({
  workflow: TEXT,
  status: oneOf(...STATUSES),
  queuedAt: NUMBER,
  startedAt: maybe(NUMBER),
  endedAt: maybe(NUMBER),
  trigger: maybe(TEXT),
  parent: maybe(record<ParentRun>({ runId: TEXT, key: TEXT, root: TEXT, files: TEXTS })),
  paused: maybe(TEXT),
  usage: optional(maybe(USAGE)),
  idle: optional(maybe(NUMBER)),
  warnings: optional(maybe(INTEGER)),
  depth: optional(INTEGER),
  blocked: optional(either(oneOf('child'), MISSING)),
  inputs: INTEGER,
  events: INTEGER,
  chunks: INTEGER,
  checkpoint: maybe(record<NonNullable<RunRow['checkpoint']>>({ chunks: INTEGER, size: INTEGER })),
  held: TEXTS,
  asked: TEXTS,
  below: optional(INTEGER),
  long: optional(INTEGER),
});

export const END = record<RunEnd>({ output: ANY, error: maybe(RUN_ERROR) });

export const WAITS = list(
  record<RunWaits[number]>({
    task: TEXT,
    signal: TEXT,
    since: NUMBER,
    until: maybe(NUMBER),
    title: maybe(TEXT),
    description: maybe(TEXT),
    schema: ANY,
  }),
);

export const STORED = record<StoredRun>({ row: ROW, end: maybe(END) });

export const BEGUN = record<Begun>({ isNew: BOOLEAN, row: ROW, drive: maybe(text()) });

const OUTCOME = either(
  partly<Extract<Outcome, { readonly ok: true }>>({ ok: oneOf(true), value: ANY }),
  partly<Extract<Outcome, { readonly ok: false }>>({ ok: oneOf(false), error: RUN_ERROR }),
);

const BUDGET = record<Budget>({ tokens: optional(NUMBER), cost: optional(NUMBER) });

type MailOf<Type extends Mail['type']> = Extract<Mail, { readonly type: Type }>;

const PERFORMED = either(
  either(
    record<Extract<Performed, { readonly outcome: Outcome }>>({ at: NUMBER, outcome: OUTCOME }),
    record<Extract<Performed, { readonly begins: RunBeginning }>>({ at: NUMBER, begins: BEGINNING }),
  ),
  record<Extract<Performed, { readonly isCutOff: true }>>({ at: NUMBER, isCutOff: oneOf(true) }),
);

const MAILS: { readonly [Type in Mail['type']]: MessageShape<MailOf<Type>> } = {
  input: record<MailOf<'input'>>({ type: oneOf('input'), at: NUMBER, input: partly<RunInputDraft>({ type: text() }) }),
  resume: record<MailOf<'resume'>>({
    type: oneOf('resume'),
    at: NUMBER,
    repeat: maybe(oneOf('yes', 'no')),
    left: optional(BUDGET),
  }),
  child: record<MailOf<'child'>>({
    type: oneOf('child'),
    at: NUMBER,
    key: TEXT,
    child: CHILD,
    pauses: maybe(oneOf('budget', 'child', 'interrupted')),
    blocked: optional(BOOLEAN),
  }),
  call: {
    schema: PERFORMED.schema,
    find: (value) => record({ type: oneOf('call'), key: TEXT }).find(value) ?? PERFORMED.find(value),
  },
  long: record<MailOf<'long'>>({ type: oneOf('long'), ...LONG_CALL }),
  alarm: record<MailOf<'alarm'>>({ type: oneOf('alarm'), at: NUMBER }),
};

export const MAIL = byType<Mail>(MAILS);

export const MAIL_LIST = list(MAIL);

const FRAME = record<ChildFrame>({
  place: record<RunPlace>({ runId: TEXT, root: TEXT, files: TEXTS }),
  prices: list(record<ModelPrice>({ provider: TEXT, model: TEXT, input: NUMBER, output: NUMBER })),
  budget: BUDGET,
  since: NUMBER,
});

const CALL = partly<Call>({ type: oneOf('tool.call', 'model.call', 'memory.call'), key: TEXT, taskId: TEXT });

export const SENT_CALL = record<SentCall>({
  runId: TEXT,
  call: CALL,
  salt: TEXT,
  secrets: TEXTS,
  exposed: TEXTS,
  frame: FRAME,
});

export const LEAVE = record<Leave>({ listener: maybe(TEXT), again: BOOLEAN, alarm: maybe(NUMBER) });

export const RING = record<Ring>({ alarm: INTEGER, at: NUMBER });

export const LEFT = record<Left>({ mail: MAIL_LIST, isDelivered: BOOLEAN });
