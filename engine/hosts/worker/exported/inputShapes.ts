import { isJsonObject, type Json } from '../../../base/index.ts';
import type { Proof } from '../../../driver/index.ts';
import type { RunInput } from '../../../run/index.ts';
import {
  AMOUNT,
  ANY,
  BOOLEAN,
  BREAKPOINT,
  byType,
  type Checked,
  COUNT,
  either,
  list,
  type MessageShape,
  mapOf,
  maybe,
  oneOf,
  optional,
  record,
  TEXT,
} from '../../../wire/index.ts';
import { LIMITS } from './limits.ts';

/** What a predicate says of a value; its schema is in no document. */
function only<T>(reason: string, fits: (value: Json) => boolean): MessageShape<T> {
  return { schema: {}, find: (value) => (fits(value) ? null : { path: [], reason: `is not ${reason}` }) };
}

/** The shape that a value has by what is in it. */
function chosen(choose: (value: Json) => Checked): Checked {
  return { schema: {}, find: (value) => choose(value).find(value) };
}

/** A number between two, both included. */
function number(least: number, most: number, wanted: string): MessageShape<number> {
  return only(wanted, (value) => typeof value === 'number' && value >= least && value <= most);
}

/** The latest valid time: half of the largest `Date`, so that a wait added to it is a valid date as well. */
const LATEST = 4_320_000_000_000_000;

/** A time in ms since the epoch. */
export const MOMENT = number(0, LATEST, 'a time in ms since 1970');
/** A text that is listed, of bounded length. */
export const NAME = only<string>(
  `a text of at most ${LIMITS.name} characters`,
  (value) => typeof value === 'string' && value.length <= LIMITS.name,
);
const MAP = mapOf(ANY);
const SEED = only<number>('a seed', (value) => COUNT.find(value) === null && Number(value) < 2 ** 32);

const ERROR = record<object>({ code: NAME, message: TEXT, details: ANY });
const BUDGET = record<object>({ tokens: optional(AMOUNT), cost: optional(AMOUNT) });
const PRICE = record<object>({ provider: NAME, model: NAME, input: AMOUNT, output: AMOUNT });

const PARENT = record<object>({ runId: NAME, key: TEXT, root: NAME, files: list(NAME) });
const CHILD = record<object>({
  runId: NAME,
  file: NAME,
  usage: optional(
    record<object>({ input_tokens: AMOUNT, output_tokens: AMOUNT, cost: maybe(AMOUNT), unpriced: COUNT }),
  ),
});

const ERROR_PAUSE = oneOf('off', 'unhandled', 'all');

const PIN = chosen((value) =>
  record<object>({
    kind: oneOf('pinned', 'mocked', 'reused'),
    ...(isJsonObject(value) && 'error' in value ? { error: ERROR } : { output: ANY }),
  }),
);

const REUSED = record<object>({
  taskId: TEXT,
  status: oneOf('success', 'error', 'cancelled'),
  input: ANY,
  output: ANY,
  error: maybe(ERROR),
  startedAt: maybe(MOMENT),
  endedAt: maybe(MOMENT),
  retryCount: COUNT,
});

const ANSWER = chosen((value) =>
  isJsonObject(value) && value['as'] === 'success'
    ? record<object>({ as: TEXT, output: ANY })
    : record<object>({ as: oneOf('retry', 'error'), input: optional(ANY) }),
);

const PLAN: Checked = record<object>({
  from: optional(
    record<object>({
      taskId: TEXT,
      arrival: optional(record<object>({ with: MAP, event: ANY, error: maybe(ERROR) })),
      roots: optional(MAP),
    }),
  ),
  until: optional(TEXT),
  reuse: optional(list(REUSED)),
  pins: optional(mapOf(PIN)),
  breakpoints: optional(list(BREAKPOINT)),
  pauseOnError: optional(ERROR_PAUSE),
  virtualTime: optional(BOOLEAN),
  inside: optional(mapOf(record<object>({ breakpoints: optional(list(BREAKPOINT)), pins: optional(mapOf(PIN)) }))),
  children: optional(mapOf(chosen(() => PLAN))),
  answers: optional(mapOf(record<object>({ output: ANY, simulated: BOOLEAN, runId: NAME, file: NAME }))),
  items: optional(mapOf(mapOf(ANY))),
  isPaused: optional(BOOLEAN),
  pauseBefore: optional(COUNT),
  pauseAfter: optional(either(COUNT, list(COUNT))),
});

const SUCCESS = record<object>({
  value: ANY,
  simulated: BOOLEAN,
  warnings: list(record<object>({ code: NAME, message: TEXT, path: optional(TEXT) })),
});
const MISSING = either(
  record<object>({ what: oneOf('workspace', 'state') }),
  record<object>({ what: oneOf('secret', 'variable', 'server'), name: NAME }),
);
const FAILURE = record<object>({
  error: ERROR,
  retryAfter: maybe(number(0, LATEST, 'a wait in ms')),
  missing: optional(MISSING),
});

const ENDED = record<object>({ ok: BOOLEAN });
const OUTCOME = chosen((value) =>
  !isJsonObject(value) || ENDED.find(value) !== null ? ENDED : value['ok'] === true ? SUCCESS : FAILURE,
);

/** The fields of each input; all have `at` besides these. */
const SHAPES: Readonly<Record<RunInput['type'], Readonly<Record<string, Checked>>>> = {
  'run.started': {
    runId: NAME,
    input: ANY,
    seed: SEED,
    env: MAP,
    simulate: BOOLEAN,
    engine: NAME,
    file: NAME,
    parent: optional(PARENT),
    plan: optional(PLAN),
    budget: optional(BUDGET),
    prices: optional(list(PRICE)),
  },
  'run.continued': {},
  'effect.started': { key: TEXT },
  'effect.completed': { key: TEXT, outcome: OUTCOME },
  'run.interrupted': { since: MOMENT, cause: oneOf('closed', 'lost', 'taken') },
  'effect.repeated': { key: TEXT, by: oneOf('safe', 'key', 'policy', 'person') },
  'child.reported': { key: TEXT, child: CHILD },
  'timer.fired': { id: TEXT },
  'signal.received': { name: TEXT, payload: ANY },
  'signal.refused': { name: TEXT, error: ERROR },
  'run.paused': {
    reason: oneOf('asked', 'storage', 'budget', 'parent', 'child', 'interrupted'),
    child: optional(NAME),
    blocked: optional(BOOLEAN),
  },
  'run.resumed': { budget: optional(BUDGET) },
  'run.stepped': {},
  'breakpoint.set': { breakpoint: BREAKPOINT, isSet: BOOLEAN, file: optional(NAME) },
  'output.pinned': { taskId: TEXT, pin: maybe(PIN), file: optional(NAME) },
  'value.edited': { activation: COUNT, target: oneOf('input', 'output'), value: ANY },
  'errorPause.set': { pauses: ERROR_PAUSE },
  'virtualTime.set': { isOn: BOOLEAN },
  'time.passed': { by: number(0, LATEST, 'a time in ms'), id: maybe(TEXT) },
  'failure.answered': { activation: COUNT, answer: ANSWER },
  'wait.skipped': { activation: COUNT },
  'message.edited': { key: TEXT, index: maybe(COUNT), content: TEXT },
  'run.cancelled': {},
};

/** An input of a run, as a host writes it. */
export const INPUT = byType<RunInput>(
  Object.fromEntries(Object.entries(SHAPES).map(([type, known]) => [type, record<object>({ at: MOMENT, ...known })])),
);

/** A proof, as a journal holds it. */
export const PROOF = record<Proof>({ inputs: COUNT, events: COUNT, digest: NAME });
