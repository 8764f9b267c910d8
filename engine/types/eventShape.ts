import { type EdgeVia, type HandlerName, handlerOf, routeVia, type Task, traitsOf } from '../model/index.ts';
import { unionShapes } from './combineShapes.ts';
import type { Arrival, ExpressionPlace, KnownValues } from './KnownValues.ts';
import { conditionShape } from './outputShape.ts';
import { ANY, describe, LIST, listOf, mapOf, NUMBER, oneOf, openMapOf, orNull, type Shape, TEXT } from './Shape.ts';

/** An error as `error` and `tasks.<id>.error` hold it. */
export const ERROR: Shape = mapOf(
  {
    code: describe(TEXT, 'Such as `EXECUTION_ERROR` or `TIMEOUT_ERROR`.'),
    message: describe(TEXT, 'What went wrong.'),
    details: openMapOf({ type: orNull(TEXT), reason: orNull(TEXT) }, 'More about it.'),
  },
  'The error, when it failed.',
);

type EventFields = Readonly<Record<string, Shape | (() => Shape)>>;

const DURATION = describe(NUMBER, 'Milliseconds.');
const ERRORS = listOf(() => openMapOf({ path: TEXT, message: TEXT, keyword: TEXT }));

/** What `event` holds next to `type`, `source` and `timestamp`, by handler (format.md 7). */
const FIELDS = {
  on_start: (known, task) => ({ input: () => known.input(task, 'whole') }),
  on_success: (known, task) => ({ output: () => known.output(task), duration: DURATION }),
  on_error: () => ({ error: ERROR, attempt: NUMBER }),
  on_complete: (known, task) => ({
    status: oneOf(['success', 'error']),
    output: () => orNull(known.output(task)),
    error: orNull(ERROR),
    duration: DURATION,
  }),
  on_item_start: itemFields,
  on_item_success: (known, task) => ({
    ...itemFields(known, task),
    output: itemOutput(known, task),
    duration: DURATION,
  }),
  on_item_error: (known, task) => ({
    ...itemFields(known, task),
    output: ANY,
    duration: DURATION,
    error: ERROR,
  }),
  on_batch_start: batchFields,
  on_batch_complete: (known, task) => ({
    ...batchFields(known, task),
    results: LIST,
    errors: LIST,
    duration: DURATION,
  }),
  on_operation_start: () => ({ operation_id: TEXT, index: NUMBER }),
  on_operation_complete: () => ({ operation_id: TEXT, index: NUMBER, ...ENDED }),
  on_task_start: () => ({ task_id: TEXT, index: NUMBER }),
  on_task_complete: () => ({ task_id: TEXT, index: NUMBER, ...ENDED }),
  on_condition_match: decidedFields,
  on_condition_nomatch: decidedFields,
  on_check: () => ({ check: describe(NUMBER, 'From 1.'), elapsed: DURATION, remaining: DURATION, last_value: ANY }),
  on_timeout: () => ({ reason: oneOf(['timeout', 'max_checks']), checks: NUMBER, elapsed: DURATION }),
  on_validation_error: () => ({ errors: ERRORS, value: ANY }),
} satisfies Record<HandlerName, (known: KnownValues, task: Task) => EventFields>;

const ENDED = { status: TEXT, output: ANY, error: orNull(ERROR), duration: DURATION };

function itemFields(known: KnownValues, task: Task): EventFields {
  return { item: () => known.item(task), index: NUMBER, batch_index: NUMBER, total: NUMBER };
}

function itemOutput(known: KnownValues, task: Task): () => Shape {
  return () => known.output(task).items?.() ?? ANY;
}

function batchFields(known: KnownValues, task: Task): EventFields {
  return {
    batch_index: NUMBER,
    batch: listOf(() => known.item(task)),
    size: NUMBER,
    total_batches: NUMBER,
  };
}

function decidedFields(known: KnownValues, task: Task): EventFields {
  return {
    value: () => (traitsOf(task.type).hasRoutes ? conditionShape(known, task) : ANY),
    route: orNull(TEXT),
    next: ANY,
  };
}

function eventOf(known: KnownValues, { source, via }: Pick<Arrival, 'source' | 'via'>): Shape | undefined {
  const handler = handlerOf(via);
  if (handler === undefined) return undefined;
  return mapOf({
    type: describe(oneOf([handler]), 'The key of the handler.'),
    source: describe(TEXT, 'The id of the task it came from.'),
    timestamp: describe(TEXT, 'ISO 8601.'),
    ...FIELDS[handler](known, source),
  });
}

/** Any event, where it is not known which. */
const SOME_EVENT: Shape = {
  ...openMapOf({ type: TEXT, source: TEXT, timestamp: TEXT, output: ANY, error: orNull(ERROR), input: ANY, item: ANY }),
  kinds: null,
};

/** `event`: of the handler that holds the `with`, else of those that lead to the task. */
export function eventShape(known: KnownValues, { task, inside }: ExpressionPlace): Shape {
  if (task === null) return SOME_EVENT;
  const own = inside.includes('with') ? viaOf(inside) : undefined;
  const event = own === undefined ? undefined : eventOf(known, { source: task, via: own });
  if (event !== undefined) return event;
  const [first, ...rest] = known.arrivalsOf(task).map((arrival) => eventOf(known, arrival) ?? SOME_EVENT);
  if (first === undefined) return SOME_EVENT;
  const shape = rest.reduce(unionShapes, first);
  return known.isStart(task) || known.parentOf(task) !== null ? orNull(shape) : shape;
}

/** Which way the place in a task belongs to: `['config', 'routes', 'yes', 'with', …]`. */
function viaOf(inside: ExpressionPlace['inside']): EdgeVia | undefined {
  const [first, second] = inside;
  if (first === 'config' && second === 'routes') return routeVia('config', '');
  if (first === 'config' && second === 'default') return 'default';
  return typeof first === 'string' && first.startsWith('on_') ? (first as EdgeVia) : undefined;
}
