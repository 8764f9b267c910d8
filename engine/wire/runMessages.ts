import { type Json, ok, type Result } from '../base/index.ts';
import type { RunError, UsageView } from '../run/index.ts';
import {
  ANY,
  BOOLEAN,
  described,
  describeMisfit,
  list,
  maybe,
  oneOf,
  readAs,
  record,
  written,
} from './MessageShape.ts';
import { AMOUNT, COUNT, orNull, RUN_ERROR, readAnswer, TEXT, TIME, textOf } from './parts.ts';

/** `queued`: it has not begun; `waiting`: nothing is under way but waits for signals or times; the last three: it has ended. */
export type RunStatus = 'queued' | 'running' | 'waiting' | 'paused' | 'success' | 'error' | 'cancelled';

export const STATUSES = ['queued', 'running', 'waiting', 'paused', 'success', 'error', 'cancelled'] as const;

/** The run that started another one, the key of the call that did, and the outermost run. */
export interface ParentMessage {
  readonly run_id: string;
  readonly key: string;
  readonly root: string;
}

/** What is told of a run wherever it is told of. */
interface RunFacts {
  readonly id: string;
  readonly workflow: string;
  readonly status: RunStatus;
  readonly error?: RunError | null;
  readonly queued_at: string;
  readonly started_at?: string | null;
  readonly ended_at?: string | null;
  readonly trigger?: string | null;
  readonly parent?: ParentMessage | null;
  readonly paused?: string | null;
  readonly paused_ms?: number | null;
  readonly usage?: UsageView | null;
  readonly warnings?: number | null;
}

/** A run. */
export interface RunMessage extends RunFacts {
  readonly output?: Json;
}

/** A run in a list. */
export interface RunHead extends RunFacts {
  readonly output_preview?: string | null;
  readonly output_size?: number | null;
  readonly unread?: string | null;
}

export interface RunPage {
  readonly runs: readonly RunHead[];
  readonly next: string | null;
}

/** A run that was started, in short. */
export type StartedMessage = Pick<RunMessage, 'id'> & Partial<Pick<RunMessage, 'workflow' | 'status'>>;

/** A wait for a signal. */
export interface WaitMessage {
  readonly run_id: string;
  readonly workflow: string;
  readonly task: string;
  readonly signal: string;
  readonly since: string;
  readonly until?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly schema?: Json;
}

/** A workflow of a server. */
export interface WorkflowMessage {
  readonly name: string;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly input?: Json;
  readonly valid?: boolean;
  readonly digest?: string;
}

const MAYBE_TEXT = written(maybe(TEXT));

const MAYBE_TIME = written(orNull(TIME, 'ISO 8601, in UTC, with milliseconds; null: not yet'));

export const STATUS = described(
  oneOf(...STATUSES),
  'queued: it has not begun. waiting: nothing is under way but waits for signals or times. success, error, cancelled: it has ended.',
);

export const PARENT = described(
  record<ParentMessage>({ run_id: TEXT, key: TEXT, root: TEXT }),
  'The run that started this one, the key of the call that did, and the outermost run.',
);

export const USAGE = described(
  record<UsageView>({
    input_tokens: AMOUNT,
    output_tokens: AMOUNT,
    cost: orNull(AMOUNT, 'In US dollars, of the answers whose price is known; null: of none'),
    unpriced: described(COUNT, 'Answers whose price is not known: above 0, the cost is incomplete'),
  }),
  'What its models, and those of the runs it started, have used.',
);

const FACTS = {
  id: TEXT,
  workflow: textOf('Path of its file in the folder, without .yaml'),
  status: STATUS,
  error: written(maybe(RUN_ERROR)),
  queued_at: TIME,
  started_at: MAYBE_TIME,
  ended_at: MAYBE_TIME,
  trigger: written(
    orNull(
      TEXT,
      'What started it, such as a schedule or the name of a token; null: a caller of the API without a token',
    ),
  ),
  parent: written(maybe(PARENT)),
  paused: written(orNull(TEXT, 'Why it is paused; null where it is not')),
  paused_ms: written(
    orNull(
      COUNT,
      'How long it was paused or interrupted in all, in ms; null: it has not ended, or an earlier version has ended it',
    ),
  ),
  usage: written(orNull(USAGE, 'Null: it has not ended, or no model has answered')),
  warnings: written(
    orNull(COUNT, 'How many warnings its events report; null: it has not ended, or an earlier version has ended it'),
  ),
} as const;

export const RUN = record<RunMessage>({
  ...FACTS,
  output: written(described(ANY, 'Its output; null until it has ended')),
});

export const RUN_HEAD = described(
  record<RunHead>({
    ...FACTS,
    output_preview: written(
      orNull(TEXT, 'The beginning of its output as JSON; null: it has no output, or it cannot be shown here'),
    ),
    output_size: written(
      orNull(COUNT, 'The length of its whole output as JSON, in characters; null: it has no output'),
    ),
    unread: written(orNull(TEXT, 'Why a part of this row is missing; null: nothing is missing')),
  }),
  'A run in a list. Its error has at most 500 characters of the message; of large details, only where it happened. GET /api/runs/{id} has the whole run.',
);

export const RUN_PAGE = record<RunPage>({
  runs: list(RUN_HEAD),
  next: orNull(TEXT, 'The cursor of the next page; null: there are no more'),
});

export const STARTED_RUN = described(
  record<StartedMessage>({ id: TEXT, workflow: written(TEXT), status: written(STATUS) }),
  'The run that was started, in short.',
);

const WAIT = record<WaitMessage>({
  run_id: TEXT,
  workflow: TEXT,
  task: TEXT,
  signal: TEXT,
  since: TIME,
  until: written(orNull(TIME, 'When it gives up; null: never')),
  title: MAYBE_TEXT,
  description: MAYBE_TEXT,
  schema: written(described(ANY, 'JSON Schema of the payload; null: any value')),
});

export const INBOX = record<{ readonly waits: readonly WaitMessage[] }>({ waits: list(WAIT) });

const WORKFLOW = record<WorkflowMessage>({
  name: textOf('Path of its file in the folder, without .yaml'),
  title: MAYBE_TEXT,
  description: MAYBE_TEXT,
  input: written(described(ANY, 'JSON Schema of its input; null: any object')),
  valid: written(described(BOOLEAN, 'False: it has errors, and cannot be started')),
  digest: written(textOf('SHA-256 of the text of its file, in hex')),
});

export const WORKFLOWS = record<{ readonly workflows: readonly WorkflowMessage[] }>({ workflows: list(WORKFLOW) });

/** Runs of a list as they are read: those that fit, and in words the first that does not. */
export interface ReadRuns {
  readonly runs: readonly RunHead[];
  /** The cursor of the next ones; null: there are no more. */
  readonly next: string | null;
  /** How many do not fit. */
  readonly lost: number;
  /** Where and why the first of these does not fit: `runs[3].status is not one of …`; null: all fit. */
  readonly misfit: string | null;
}

/** Reads a list of runs, one by one: what does not fit is omitted and told. The error says why none can be read. */
export function readRunPage(answer: Json): Result<ReadRuns, string> {
  const page = readAnswer(RUN_ROWS, answer);
  if (!page.ok) return page;
  const { runs: rows, next } = page.value;
  const read = rows.map((row) => readAs(RUN_HEAD, row));
  const runs = read.flatMap((each) => (each.ok ? [each.value] : []));
  const first = read.findIndex(({ ok: fits }) => !fits);
  const found = read[first];
  const misfit =
    found === undefined || found.ok
      ? null
      : describeMisfit({ ...found.error, path: ['runs', first, ...found.error.path] }, 'the answer');
  return ok({ runs, next: next ?? null, lost: rows.length - runs.length, misfit });
}

/** A list whose elements are not looked at. */
const RUN_ROWS = record<{ readonly runs: readonly Json[]; readonly next?: string | null }>({
  runs: list(ANY),
  next: written(maybe(TEXT)),
});

/** Reads every wait that a server answers. The error says in words where one does not fit. */
export function readWaits(answer: Json): Result<readonly WaitMessage[], string> {
  const read = readAnswer(INBOX, answer);
  return read.ok ? ok(read.value.waits) : read;
}

/** Reads the workflows that a server answers; the error as of {@link readWaits}. */
export function readWorkflows(answer: Json): Result<readonly WorkflowMessage[], string> {
  const read = readAnswer(WORKFLOWS, answer);
  return read.ok ? ok(read.value.workflows) : read;
}

/** Reads what a server answers to a start; the error as of {@link readWaits}. */
export function readStartedRun(answer: Json): Result<StartedMessage, string> {
  return readAnswer(STARTED_RUN, answer);
}
