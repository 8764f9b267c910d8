import type { HandlerName } from '../../model/index.ts';
import type { FormatSchema } from '../FormatSchema.ts';
import { boolean, choice, duration, expression, extension, integer, passed, ref } from './fields.ts';

const targetFields = {
  next: ref('next'),
  with: passed(
    'Data passed on, by name, or a template that gives it. Templates see `output`, `error`, `event` and `item` of this task.',
  ),
} satisfies Record<string, FormatSchema>;

/** `next`: where a transition leads. */
export const next: FormatSchema = {
  title: 'Next',
  description: 'The id of the task that runs next, or `end`, which ends the branch. A list starts all of them.',
  type: ['string', 'array'],
  minLength: 1,
  items: extension({ type: 'string', minLength: 1, 'x-kind': 'task' }),
  'x-kind': 'task',
  examples: ['notify', 'end'],
};

/** What every handler holds. */
export const handler: FormatSchema = {
  title: 'Handler',
  description:
    'What happens then: the task that runs next and the data passed to it. Without `next` it only leaves an event.',
  type: 'object',
  properties: targetFields,
};

/** `on_error`: a handler that also guards, routes and retries. */
export const errorHandler: FormatSchema = {
  title: 'Error handler',
  description: 'Where to go when the last attempt has failed: first `routes`, else `next` where `condition` holds.',
  type: 'object',
  properties: {
    ...targetFields,
    condition: expression(
      'Which errors are handled. With `routes` it is the value they are matched against instead of `error.code`.',
      ["{{ error.code == 'TIMEOUT_ERROR' }}"],
    ),
    routes: ref('routes', {
      description: 'Targets by error code (`TIMEOUT_ERROR`), in order. `default` and `*` match every error.',
    }),
    retry: boolean(
      '`false`: never retried. `true`: retried by the policy in `retry`, or three times from one second on.',
    ),
  },
};

/** `default` of a decision. */
export const defaultRoute: FormatSchema = {
  title: 'Default route',
  description: 'Where to go when no route matches.',
  type: 'object',
  properties: targetFields,
};

/** `routes` of a decision and of `on_error`: targets by name, in order. */
export const routes: FormatSchema = {
  title: 'Routes',
  description:
    'Targets by name, tried in order. A route with a `condition` matches when that holds, one without when the value as text equals its name.',
  type: 'object',
  additionalProperties: ref('route'),
  examples: [{ high: 'escalate', low: { next: 'reply', with: { tone: 'friendly' } } }],
};

/** One entry of `routes`. */
export const route: FormatSchema = {
  title: 'Route',
  description: 'The id of the task that runs next, or `{next, with, condition}`.',
  type: ['string', 'array', 'object'],
  minLength: 1,
  items: extension({ type: 'string', minLength: 1, 'x-kind': 'task' }),
  properties: {
    ...targetFields,
    condition: expression('Matches when this holds. It sees the decision’s `value`.', ['{{ value > 5 }}']),
  },
  'x-kind': 'task',
};

/** `retry`: the policy. */
export const retry: FormatSchema = {
  title: 'Retry',
  description: 'Runs a failed task again, after a wait, before any error handler.',
  type: 'object',
  properties: {
    attempts: integer('How many retries there are after the first run.', { minimum: 0, examples: [3] }),
    backoff: choice('How the wait grows: `fixed` stays, `linear` adds the interval, `exponential` doubles.', [
      'fixed',
      'exponential',
      'linear',
    ]),
    interval: duration('The wait before the first retry.', { examples: ['1s'] }),
    max_interval: duration('The longest wait between two runs.', { examples: ['30s'] }),
    on: { type: 'array', description: 'Statuses to retry as well, such as 404.' },
    jitter: boolean('Makes each wait longer or shorter by up to half, so that many runs do not retry at once.'),
  },
  required: ['attempts', 'backoff', 'interval'],
};

/** When each handler is called. */
export const HANDLER_DESCRIPTIONS = {
  on_start: 'When the task starts. Its task runs at the same time as this one.',
  on_success: 'When the task has succeeded.',
  on_error: 'When the task has failed, after all retries.',
  on_complete: 'After the task, whether it succeeded or failed. Its task runs at the same time as the others.',
  on_operation_start: 'Each time an operation starts. Its task is called and awaited.',
  on_operation_complete: 'Each time an operation completes. Its task is called and awaited.',
  on_condition_match: 'When a route or the condition matches.',
  on_condition_nomatch: 'When nothing matches.',
  on_item_start: 'Each time an item starts. Its task is called and awaited.',
  on_item_success: 'Each time an item succeeds. Its task is called and awaited.',
  on_item_error: 'Each time an item fails. Its task is called and awaited.',
  on_batch_start: 'Each time a batch starts. Its task is called and awaited.',
  on_batch_complete: 'Each time a batch completes. Its task is called and awaited.',
  on_check: 'Before each check. Its task is called and awaited.',
  on_timeout: 'When the timeout or the last check is reached.',
  on_validation_error: 'When the output does not fit the schema.',
  on_task_start: 'Each time a subtask starts. Its task is called and awaited.',
  on_task_complete: 'Each time a subtask completes. Its task is called and awaited.',
} satisfies Record<HandlerName, string>;
