import type { TaskType } from '../../model/index.ts';
import type { FormatSchema } from '../FormatSchema.ts';
import { boolean, choice, duration, expression, extension, integer, ref, schemaField, text } from './fields.ts';

/** `config` by task type. Where some of it is required, so is `config` itself. */
export const TASK_CONFIGS = {
  basic: {
    title: 'Basic config',
    description: 'Settings of a basic task.',
    type: 'object',
    properties: { timeout: duration('How long one attempt may take.') },
  },
  parallel: {
    title: 'Parallel config',
    description: 'Settings of a parallel task.',
    type: 'object',
    properties: {
      max_concurrent: integer('How many operations run at once. Without it all do, at most 100.', {
        minimum: 1,
        examples: [4],
      }),
      fail_fast: boolean('Whether the first failure stops all other operations.', { default: false }),
      timeout: duration('How long all operations together may take.'),
    },
  },
  decision: {
    title: 'Decision config',
    description: 'What is decided and where each answer leads.',
    type: 'object',
    properties: {
      condition: expression('The value that routes are matched against. Without routes, true is a match.', [
        '{{ tasks.classify.output.urgency }}',
        '{{ input.total > 100 }}',
      ]),
      routes: ref('routes'),
      default: ref('defaultRoute'),
    },
  },
  collection: {
    title: 'Collection config',
    description: 'What is gone through, and how many items at a time.',
    type: 'object',
    properties: {
      items: extension({
        description: 'The items: a list, a map (its `{key, value}` pairs) or an expression. Without it, `input.items`.',
        type: ['string', 'array', 'object', 'null'],
        additionalProperties: true,
        'x-kind': 'expression',
        examples: ['{{ tasks.fetch.output.rows }}'],
      }),
      filter: extension(expression('Which items are kept. It sees `item` and `index`.', ['{{ item.active }}'])),
      mode: choice('Whether batches run at once or one after the other.', ['parallel', 'sequential'], {
        default: 'parallel',
      }),
      batch_size: integer('Items per batch.', { minimum: 1, default: 1 }),
      max_concurrent: integer('How many batches run at once. Without it 10, or 1 if batches hold several items.', {
        minimum: 1,
        examples: [4],
      }),
      continue_on_error: boolean('Whether a failed item leaves `null` in its place instead of failing the task.', {
        default: false,
      }),
      timeout_per_batch: duration('How long one batch may take.'),
      timeout_per_item: duration('How long one item may take, its retries included.'),
    },
  },
  wait: {
    title: 'Wait config',
    description: 'What is waited for and how long. With nothing to wait for it is a delay.',
    type: 'object',
    properties: {
      condition: extension(
        expression('Waits until this holds. It sees `output` of the probe and `signal.payload`.', [
          "{{ output.status == 'done' }}",
        ]),
      ),
      signal: extension(
        text('Waits for a signal of this name from outside, such as an approval.', { examples: ['approved'] }),
      ),
      signal_schema: extension(
        schemaField(
          'JSON Schema of what comes with the signal: what does not fit is refused. The form is drawn from it.',
          {
            examples: [{ type: 'object', required: ['approved'], properties: { approved: { type: 'boolean' } } }],
          },
        ),
      ),
      title: extension(
        text('What is asked of whoever sends the signal, above the form.', {
          examples: ['Approve {{ workflow.input.what }}?'],
        }),
      ),
      description: extension(text('What they need to know to answer.')),
      timeout: duration('The longest wait.'),
      check_interval: duration('Time between two checks. The first check is made at once.', { examples: ['10s'] }),
      max_checks: integer('The most checks before the wait gives up.', { minimum: 1, examples: [60] }),
    },
    required: ['timeout', 'check_interval'],
  },
  map: {
    title: 'Map config',
    description: 'The shape of the output.',
    type: 'object',
    properties: {
      mapping: extension({
        description:
          'The output itself: any value, with templates where data goes in. Without it, the result of `use`, else the input.',
        additionalProperties: true,
        'x-kind': 'template',
        examples: [{ total: '{{ len(tasks.fetch.output.rows) }}' }],
      }),
      validate_schema: boolean('Whether the output is checked against `schema.output`.', { default: false }),
      strict_mode: boolean('Whether types must fit as they are and every reference must be there.', { default: false }),
    },
  },
  composite: {
    title: 'Composite config',
    description: 'Settings of a composite task.',
    type: 'object',
    properties: {
      error_handling: choice('Whether the other subtasks still run when one fails.', ['continue', 'stop'], {
        default: 'stop',
      }),
      timeout: duration('How long all subtasks together may take.'),
    },
  },
} satisfies Record<TaskType, FormatSchema>;
