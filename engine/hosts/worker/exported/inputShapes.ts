import { isJsonObject, type Json } from '../../../base/index.ts';
import type { RunInput } from '../../../run/index.ts';
import { LIMITS } from './limits.ts';
import {
  ANY,
  BOOLEAN,
  either,
  fields,
  list,
  type Misfit,
  mapOf,
  number,
  oneOf,
  optional,
  orNull,
  shape,
  text,
  type ValueCheck,
  whole,
} from './shapes.ts';

/** The latest valid time: half of the largest `Date`, so that a wait added to it is a valid date as well. */
const LATEST = 4_320_000_000_000_000;

const TIME = number(0, LATEST, 'a time in ms since 1970');
const COUNT = whole(0, Number.MAX_SAFE_INTEGER);
const AMOUNT = number(0, Number.MAX_SAFE_INTEGER, 'a number from 0');
const NAME = text(LIMITS.name);
const MAP = mapOf(ANY);

const ERROR = fields({ code: NAME, message: text(), details: ANY });
const BUDGET = fields({ tokens: optional(AMOUNT), cost: optional(AMOUNT) });
const PRICE = fields({ provider: NAME, model: NAME, input: AMOUNT, output: AMOUNT });

const PARENT = fields({ runId: NAME, key: text(), root: NAME, files: list(NAME) });
const CHILD = fields({
  runId: NAME,
  file: NAME,
  usage: optional(fields({ input_tokens: AMOUNT, output_tokens: AMOUNT, cost: orNull(AMOUNT), unpriced: COUNT })),
});

const BREAKPOINT = fields({
  at: either(fields({ task: text() }), fields({ edge: text() })),
  condition: orNull(text()),
  hits: optional(fields({ kind: oneOf('at', 'every'), count: COUNT })),
  log: optional(text()),
});

const ERROR_PAUSE = oneOf('off', 'unhandled', 'all');

const PIN = (value: Json | undefined): Misfit | null =>
  fields({
    kind: oneOf('pinned', 'mocked', 'reused'),
    ...(isJsonObject(value) && 'error' in value ? { error: ERROR } : { output: ANY }),
  })(value);

const REUSED = fields({
  taskId: text(),
  status: oneOf('success', 'error', 'cancelled'),
  input: ANY,
  output: ANY,
  error: orNull(ERROR),
  startedAt: orNull(TIME),
  endedAt: orNull(TIME),
  retryCount: COUNT,
});

const ANSWER = (value: Json | undefined): Misfit | null => {
  if (isJsonObject(value) && value['as'] === 'success') return fields({ as: text(), output: ANY })(value);
  return fields({ as: oneOf('retry', 'error'), input: optional(ANY) })(value);
};

const PLAN: ValueCheck = fields({
  from: optional(
    fields({
      taskId: text(),
      arrival: optional(fields({ with: MAP, event: ANY, error: orNull(ERROR) })),
      roots: optional(MAP),
    }),
  ),
  until: optional(text()),
  reuse: optional(list(REUSED)),
  pins: optional(mapOf(PIN)),
  breakpoints: optional(list(BREAKPOINT)),
  pauseOnError: optional(ERROR_PAUSE),
  virtualTime: optional(BOOLEAN),
  inside: optional(mapOf(fields({ breakpoints: optional(list(BREAKPOINT)), pins: optional(mapOf(PIN)) }))),
  children: optional(mapOf((plan) => PLAN(plan))),
  answers: optional(mapOf(fields({ output: ANY, simulated: BOOLEAN, runId: NAME, file: NAME }))),
  items: optional(mapOf(mapOf(ANY))),
  isPaused: optional(BOOLEAN),
  pauseBefore: optional(COUNT),
  pauseAfter: optional(either(COUNT, list(COUNT))),
});

const OUTCOME = (value: Json | undefined): Misfit | null => {
  if (!isJsonObject(value) || typeof value['ok'] !== 'boolean') return { path: ['ok'], wanted: 'true or false' };
  return value['ok'] ? SUCCESS(value) : FAILURE(value);
};
const SUCCESS = fields({
  value: ANY,
  simulated: BOOLEAN,
  warnings: list(fields({ code: NAME, message: text(), path: optional(text()) })),
});
const MISSING = either(
  fields({ what: oneOf('workspace', 'state') }),
  fields({ what: oneOf('secret', 'variable', 'server'), name: NAME }),
);
const FAILURE = fields({
  error: ERROR,
  retryAfter: orNull(number(0, LATEST, 'a wait in ms')),
  missing: optional(MISSING),
});

/** The fields of each input; all have `at` besides these. */
const SHAPES: Readonly<Record<RunInput['type'], Readonly<Record<string, ValueCheck>>>> = {
  'run.started': {
    runId: NAME,
    input: ANY,
    seed: whole(0, 2 ** 32 - 1),
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
  'effect.started': { key: text() },
  'effect.completed': { key: text(), outcome: OUTCOME },
  'run.interrupted': { since: TIME, cause: oneOf('closed', 'lost', 'taken') },
  'effect.repeated': { key: text(), by: oneOf('safe', 'key', 'policy', 'person') },
  'child.reported': { key: text(), child: CHILD },
  'timer.fired': { id: text() },
  'signal.received': { name: text(), payload: ANY },
  'signal.refused': { name: text(), error: ERROR },
  'run.paused': {
    reason: oneOf('asked', 'storage', 'budget', 'parent', 'child', 'interrupted'),
    child: optional(NAME),
    blocked: optional(BOOLEAN),
  },
  'run.resumed': { budget: optional(BUDGET) },
  'run.stepped': {},
  'breakpoint.set': { breakpoint: BREAKPOINT, isSet: BOOLEAN, file: optional(NAME) },
  'output.pinned': { taskId: text(), pin: orNull(PIN), file: optional(NAME) },
  'value.edited': { activation: COUNT, target: oneOf('input', 'output'), value: ANY },
  'errorPause.set': { pauses: ERROR_PAUSE },
  'virtualTime.set': { isOn: BOOLEAN },
  'time.passed': { by: number(0, LATEST, 'a time in ms'), id: orNull(text()) },
  'failure.answered': { activation: COUNT, answer: ANSWER },
  'wait.skipped': { activation: COUNT },
  'message.edited': { key: text(), index: orNull(COUNT), content: text() },
  'run.cancelled': {},
};

const BY_TYPE = new Map<string, ValueCheck>(
  Object.entries(SHAPES).map(([type, known]) => [type, fields({ at: TIME, ...known })]),
);

const KNOWN = oneOf(...BY_TYPE.keys());
const TYPED = fields({ type: shape('a kind of input that this version knows', (type) => KNOWN(type) === null) });

/** An input of a run, as a host writes it. */
export const INPUT: ValueCheck = (value) => {
  const untyped = TYPED(value);
  if (untyped !== null || !isJsonObject(value)) return untyped;
  const { type } = value;
  return (typeof type === 'string' ? BY_TYPE.get(type)?.(value) : null) ?? null;
};

/** A proof, as a journal holds it. */
export const PROOF: ValueCheck = fields({ inputs: COUNT, events: COUNT, digest: text(64) });

/** A time in ms since the epoch. */
export const MOMENT: ValueCheck = TIME;
