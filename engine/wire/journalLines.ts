import { isJsonObject } from '../base/index.ts';
import type { ChildReport, RunInput, RunStarted } from '../run/index.ts';
import {
  ANY,
  INTEGER,
  list,
  type MessageShape,
  NUMBER,
  oneOf,
  optional,
  partly,
  record,
  text,
} from './MessageShape.ts';
import { TEXT } from './parts.ts';
import { CHILD } from './runEvents.ts';

/** What a journal says of its run before its inputs, in a file, on a server and in a cluster alike. */
export interface JournalHeadMessage {
  /** Path of the file that runs, as it was given. */
  readonly path: string;
  /** The exact text that runs, and the texts it imports, by path. */
  readonly source: string;
  readonly files: readonly (readonly [path: string, text: string])[];
  /** The salt that placeholders of secrets are made with. */
  readonly salt: string;
  /** The first input. */
  readonly start: RunStarted;
}

/** Inputs of a journal, with a proof of the events they cause. */
export interface JournalRecordMessage {
  readonly inputs: readonly RunInput[];
  readonly proof: { readonly inputs: number; readonly events: number; readonly digest: string };
  /** A process took over here, as the owner of this number: what an earlier one adds later does not count. */
  readonly epoch?: number;
}

const TEXTS = list(TEXT);

const FILE: MessageShape<readonly [path: string, text: string]> = {
  schema: TEXTS.schema,
  find: (value) =>
    TEXTS.find(value) ??
    (Array.isArray(value) && value.length === 2 ? null : { path: [], reason: 'is not a path and a text' }),
};

const TEXTS_OF_RUN = { path: TEXT, source: TEXT, files: list(FILE), salt: TEXT } as const;

/** The head of a journal of version 1, which has the start of its run in the second line. */
export const EARLY_JOURNAL_HEAD = record<Omit<JournalHeadMessage, 'start'>>(TEXTS_OF_RUN);

export const JOURNAL_HEAD = record<JournalHeadMessage>({
  ...TEXTS_OF_RUN,
  start: partly<RunStarted>({
    type: oneOf('run.started'),
    at: NUMBER,
    runId: TEXT,
    input: ANY,
    env: partly({}),
    engine: TEXT,
    file: TEXT,
  }),
});

const TYPED = partly<RunInput>({ type: text(), at: NUMBER });
const REPORTED = partly<{ readonly key: string; readonly child: ChildReport }>({ key: TEXT, child: CHILD });

/** Of an input, what others than the run machine look at: its proof says whether it is what was recorded. */
const INPUT: MessageShape<RunInput> = {
  schema: TYPED.schema,
  find: (value) =>
    TYPED.find(value) ?? (isJsonObject(value) && value['type'] === 'child.reported' ? REPORTED.find(value) : null),
};

export const JOURNAL_RECORD = record<JournalRecordMessage>({
  inputs: list(INPUT),
  proof: record<JournalRecordMessage['proof']>({ inputs: INTEGER, events: INTEGER, digest: TEXT }),
  epoch: optional(INTEGER),
});
