import type { RunEvent } from '../run/index.ts';
import {
  ANY,
  BOOLEAN,
  byType,
  described,
  either,
  type FieldsOf,
  INTEGER,
  list,
  maybe,
  NUMBER,
  oneOf,
  optional,
  record,
  text,
} from './MessageShape.ts';
import { RUN_ERROR, TEXT } from './parts.ts';

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { readonly type: Type }>;

/** What an event has besides its number, its time and its type. */
type Own<Type extends RunEvent['type']> = Omit<EventOf<Type>, 'seq' | 'at' | 'type'>;

const REF = { taskId: TEXT, activation: INTEGER } as const;
const OPERATION = maybe(
  record<{ readonly kind: 'operation' | 'item' | 'subtask' | 'hook'; readonly index: number }>({
    kind: oneOf('operation', 'item', 'subtask', 'hook'),
    index: INTEGER,
  }),
);
const PIN = optional(oneOf('pinned', 'mocked', 'reused'));

type Paused = EventOf<'run.paused'>;

/** A breakpoint, as it is set and as a run pauses at it. */
export const BREAKPOINT = record<NonNullable<Paused['breakpoint']>>({
  at: either(record<{ readonly task: string }>({ task: TEXT }), record<{ readonly edge: string }>({ edge: TEXT })),
  condition: maybe(TEXT),
  hits: optional(
    record<{ readonly kind: 'at' | 'every'; readonly count: number }>({ kind: oneOf('at', 'every'), count: INTEGER }),
  ),
  log: optional(TEXT),
});

type Missing = NonNullable<Paused['missing']>;
type Named = Extract<Missing, { readonly name: string }>;

const MISSING = either(
  record<Named>({ ...REF, message: TEXT, what: oneOf('secret', 'variable', 'server'), name: TEXT }),
  record<Exclude<Missing, Named>>({ ...REF, message: TEXT, what: oneOf('workspace', 'state') }),
);

type Child = EventOf<'child.reported'>['child'];

/** A run that a call has started, as it reports. */
export const CHILD = record<Child>({
  runId: TEXT,
  file: TEXT,
  usage: optional(
    record<NonNullable<Child['usage']>>({
      input_tokens: NUMBER,
      output_tokens: NUMBER,
      cost: maybe(NUMBER),
      unpriced: NUMBER,
    }),
  ),
});

/** The fields of each event of a run, by its type. */
const FIELDS: { readonly [Type in RunEvent['type']]: FieldsOf<Own<Type>> } = {
  'run.started': { runId: TEXT, input: ANY, simulate: BOOLEAN },
  'run.finished': { status: oneOf('success', 'error', 'cancelled'), output: ANY, error: maybe(RUN_ERROR) },
  'run.paused': {
    reason: oneOf(
      ...(['asked', 'storage', 'budget', 'parent', 'child', 'interrupted'] as const),
      ...(['breakpoint', 'step', 'error', 'missing'] as const),
    ),
    breakpoint: maybe(BREAKPOINT),
    failed: optional(record<NonNullable<Paused['failed']>>({ ...REF, error: RUN_ERROR, attempt: INTEGER })),
    missing: optional(MISSING),
    child: optional(TEXT),
    next: maybe(record<NonNullable<Paused['next']>>({ ...REF, passed: ANY })),
  },
  'run.resumed': {},
  'run.interrupted': {
    since: NUMBER,
    cause: oneOf('closed', 'lost', 'taken'),
    calls: list(record<EventOf<'run.interrupted'>['calls'][number]>({ ...REF, key: TEXT, hasConsequences: BOOLEAN })),
  },
  'task.reused': {
    ...REF,
    status: oneOf('success', 'error', 'cancelled'),
    input: ANY,
    output: ANY,
    error: maybe(RUN_ERROR),
    startedAt: maybe(NUMBER),
    endedAt: maybe(NUMBER),
    retryCount: INTEGER,
    used: optional(ANY),
  },
  'signal.refused': { name: TEXT, taskId: maybe(TEXT), error: RUN_ERROR },
  'wait.skipped': { ...REF, what: oneOf('delay', 'check', 'retry', 'deadline') },
  'time.passed': { by: NUMBER, step: maybe(record<{ readonly taskId: string; readonly activation: number }>(REF)) },
  'message.edited': { ...REF, key: TEXT, index: maybe(INTEGER), content: TEXT },
  'value.edited': { ...REF, target: oneOf('input', 'output'), value: ANY },
  'task.queued': { ...REF, parent: maybe(INTEGER), operation: OPERATION },
  'task.started': { ...REF, parent: maybe(INTEGER), operation: OPERATION, input: ANY },
  'task.attempt': { ...REF, attempt: INTEGER },
  'task.retrying': {
    ...REF,
    attempt: INTEGER,
    attempts: INTEGER,
    delay: NUMBER,
    until: NUMBER,
    error: RUN_ERROR,
    by: optional(oneOf('person')),
  },
  'task.waiting': { ...REF, reason: TEXT, until: maybe(NUMBER), title: optional(TEXT), description: optional(TEXT) },
  'task.progress': { ...REF, done: INTEGER, total: INTEGER, failed: INTEGER },
  'task.succeeded': { ...REF, output: ANY, duration: NUMBER, retryCount: INTEGER, simulated: BOOLEAN, pinned: PIN },
  'task.failed': { ...REF, error: RUN_ERROR, output: ANY, duration: NUMBER, retryCount: INTEGER, pinned: PIN },
  'task.cancelled': { ...REF, duration: NUMBER },
  'handler.fired': { ...REF, handler: TEXT, next: list(TEXT), event: ANY },
  'edge.taken': { ...REF, via: text<EventOf<'edge.taken'>['via']>(), target: TEXT, with: ANY },
  'effect.requested': { ...REF, key: TEXT, kind: oneOf('tool', 'model', 'memory'), name: TEXT, request: ANY },
  'effect.completed': {
    ...REF,
    key: TEXT,
    response: ANY,
    error: maybe(RUN_ERROR),
    simulated: BOOLEAN,
    duration: NUMBER,
    cost: optional(NUMBER),
  },
  'effect.repeated': { ...REF, key: TEXT, by: oneOf('safe', 'key', 'policy', 'person') },
  'child.reported': { ...REF, key: TEXT, child: CHILD },
  'breakpoint.logged': { ...REF, message: TEXT },
  warning: { taskId: maybe(TEXT), code: TEXT, message: TEXT, path: maybe(TEXT) },
};

const EVENTS = Object.fromEntries(
  Object.entries<FieldsOf<object>>(FIELDS).map(([type, fields]) => [
    type,
    record<object>({ seq: INTEGER, at: NUMBER, type: oneOf(type), ...fields }),
  ]),
);

/** An event of a run. */
export const RUN_EVENT = described(
  byType<RunEvent>(EVENTS),
  'An event of the run, as `signalbox run --events` writes it: `at` is in milliseconds since the epoch.',
);
