import type { FormatSchema } from '../FormatSchema.ts';
import { extension, id, openMap, ref, schemaField, text } from './fields.ts';

const TYPES = ['basic', 'parallel', 'decision', 'collection', 'wait', 'map', 'composite'] as const;

type TypeName = (typeof TYPES)[number];

/** What each handler of one type is called for. */
const HANDLERS: Record<TypeName, Readonly<Record<string, string>>> = {
  basic: {},
  parallel: {
    on_operation_start: 'Each time an operation starts. Its task is called and awaited.',
    on_operation_complete: 'Each time an operation completes. Its task is called and awaited.',
  },
  decision: {
    on_condition_match: 'When a route or the condition matches.',
    on_condition_nomatch: 'When nothing matches.',
  },
  collection: {
    on_item_start: 'Each time an item starts. Its task is called and awaited.',
    on_item_success: 'Each time an item succeeds. Its task is called and awaited.',
    on_item_error: 'Each time an item fails. Its task is called and awaited.',
    on_batch_start: 'Each time a batch starts. Its task is called and awaited.',
    on_batch_complete: 'Each time a batch completes. Its task is called and awaited.',
  },
  wait: {
    on_check: 'Before each check. Its task is called and awaited.',
    on_timeout: 'When the timeout or the last check is reached.',
  },
  map: { on_validation_error: 'When the output does not fit the schema.' },
  composite: {
    on_task_start: 'Each time a subtask starts. Its task is called and awaited.',
    on_task_complete: 'Each time a subtask completes. Its task is called and awaited.',
  },
};

/** Types that hold other tasks. */
const CONTAINERS: ReadonlySet<string> = new Set(['parallel', 'collection', 'composite']);

/** One entry of `tasks`. */
export const task: FormatSchema = {
  title: 'Task',
  description: 'One step of the workflow. Its result is read as `{{ tasks.<id>.output }}`.',
  type: 'object',
  properties: {
    id: id('Unique name in the whole workflow. Handlers and templates call the task by it.', {
      examples: ['classify'],
    }),
    name: text('What people call the task.', { examples: ['Classify the ticket'] }),
    type: { type: 'string', description: 'What kind of step this is.', enum: TYPES },
    use: ref('reference'),
    import: ref('import'),
    action: extension(
      id('Which action of the agent runs. Not needed where it has only one.', { examples: ['classify'] }),
    ),
    with: extension(openMap('Input of the task, by name. Data passed by a handler comes on top.')),
    env: extension(ref('environment')),
    join: extension({
      type: 'string',
      description: '`all` waits for every branch that can still come here, then runs once.',
      enum: ['all'],
    }),
    schema: ref('taskSchema'),
    config: { type: 'object', description: 'Settings of the task; which there are depends on its type.' },
    retry: ref('retry'),
    on_start: ref('handler', { description: 'When the task starts. Its task runs beside this one.' }),
    on_success: ref('handler', { description: 'When the task has succeeded.' }),
    on_error: ref('errorHandler', { description: 'When the task has failed, after all retries.' }),
    on_complete: ref('handler', {
      description: 'After the task, whether it succeeded or failed. Its task runs beside the others.',
    }),
  },
  if: { required: ['import'] },
  else: { required: ['id', 'type'] },
  allOf: TYPES.map((type) => ({
    if: { properties: { type: { const: type } }, required: ['type'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: fieldsOfType(type),
  })),
};

/** `tasks[].schema`: what the task takes, and for a map what it gives. */
export const taskSchema: FormatSchema = {
  title: 'Task schema',
  description: 'JSON Schemas that the task’s data must satisfy.',
  type: 'object',
  properties: {
    input: schemaField(
      'JSON Schema of the input. Defaults are filled in; what does not fit fails the task before it starts.',
      {
        examples: [{ type: 'object', properties: { email: { type: 'string' } }, required: ['email'] }],
      },
    ),
    output: extension(schemaField('JSON Schema of a map’s output, checked when `validate_schema` is on.')),
  },
};

function fieldsOfType(type: TypeName): FormatSchema {
  const handlers = Object.entries(HANDLERS[type]).map(
    ([name, description]) => [name, ref('handler', { description })] as const,
  );
  const children = extension({
    type: 'array',
    description: type === 'collection' ? 'The tasks each item goes through, in order.' : 'The tasks inside this one.',
    items: ref('task'),
  });
  return {
    properties: {
      config: ref(`${type}Config`),
      ...(CONTAINERS.has(type) ? { tasks: children } : {}),
      ...Object.fromEntries(handlers),
    },
    ...(type === 'wait' ? { if: { required: ['import'] }, else: { required: ['config'] } } : {}),
  };
}
