import {
  COMMON_HANDLERS,
  type HandlerName,
  ownHandlers,
  TASK_TYPES,
  type TaskType,
  traitsOf,
} from '../../model/index.ts';
import type { FormatSchema } from '../FormatSchema.ts';
import { TASK_CONFIGS } from './configs.ts';
import { extension, id, passed, ref, schemaField, text } from './fields.ts';
import { HANDLER_DESCRIPTIONS } from './handlers.ts';

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
    type: { type: 'string', description: 'What kind of step this is.', enum: TASK_TYPES },
    use: ref('reference'),
    import: ref('import'),
    action: extension(
      id('Which action of the agent runs. Not needed where it has only one.', { examples: ['classify'] }),
    ),
    with: extension(
      passed('Input of the task, by name, or a template that gives it. Data passed by a handler comes on top.'),
    ),
    env: extension(ref('environment')),
    join: extension({
      type: 'string',
      description: '`all` waits for every branch that can still come here, then runs once.',
      enum: ['all'],
    }),
    disabled: extension({
      type: 'boolean',
      description: 'A disabled task does nothing: its input is its output, and the run continues as after a success.',
      default: false,
    }),
    schema: ref('taskSchema'),
    config: { type: 'object', description: 'Settings of the task; which there are depends on its type.' },
    retry: ref('retry'),
    ...Object.fromEntries(COMMON_HANDLERS.map(handlerField)),
  },
  if: { required: ['import'] },
  else: { required: ['id', 'type'] },
  allOf: TASK_TYPES.map((type) => ({
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

function handlerField(name: HandlerName): readonly [string, FormatSchema] {
  const description = HANDLER_DESCRIPTIONS[name];
  return [name, ref(name === 'on_error' ? 'errorHandler' : 'handler', { description })];
}

function fieldsOfType(type: TaskType): FormatSchema {
  const { children } = traitsOf(type);
  const tasks = extension({
    type: 'array',
    description: children === 'item' ? 'The tasks each item goes through, in order.' : 'The tasks inside this one.',
    items: ref('task'),
  });
  const isConfigRequired = 'required' in TASK_CONFIGS[type];
  return {
    properties: {
      config: ref(`${type}Config`),
      ...(children === 'none' ? {} : { tasks }),
      ...Object.fromEntries(ownHandlers(type).map(handlerField)),
    },
    ...(isConfigRequired ? { if: { required: ['import'] }, else: { required: ['config'] } } : {}),
  };
}
