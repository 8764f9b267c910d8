import type { FormatSchema } from '../FormatSchema.ts';
import { extension, id, integer, openMap, ref, schemaField, text } from './fields.ts';

/** `env`: variables by name. */
export const environment: FormatSchema = {
  title: 'Environment variables',
  description:
    'Variables by name, read as `{{ env.NAME }}`. The nearest definition counts: of the tool or agent, the task, the workflow, then the variables of the workspace. Keep secrets in the Variables panel, not here.',
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'], 'x-kind': 'template' },
  examples: [{ REGION: 'eu-west-1' }],
};

/** The document: agents, tools and memory, and the tasks that use them. */
export const workflow: FormatSchema = {
  title: 'Signalbox workflow',
  description: 'A workflow: tasks chained by handlers, with the agents, tools and memory they use.',
  type: 'object',
  properties: {
    id: extension(
      id('Name of the workflow for machines, read as `{{ workflow.id }}`.', { examples: ['support-triage'] }),
    ),
    name: extension(text('What people call the workflow.', { examples: ['Support triage'] })),
    description: extension(
      text('What the workflow is for.', { examples: ['Sorts new tickets and answers the simple ones.'] }),
    ),
    start: extension(
      id('The task a run starts with. Without it, the first of `tasks`.', { 'x-kind': 'task', examples: ['classify'] }),
    ),
    schema: extension({
      title: 'Workflow schema',
      description: 'JSON Schema of the run’s input, under `input`.',
      type: 'object',
      properties: {
        input: extension(
          schemaField(
            'JSON Schema of the run’s input. It draws the form shown before a run and is checked before the start.',
            { examples: [{ type: 'object', properties: { email: { type: 'string' } }, required: ['email'] }] },
          ),
        ),
      },
    }),
    env: extension(ref('environment')),
    memory: ref('memory'),
    agents: { description: 'The AI agents of the workflow.', type: 'array', items: ref('agent') },
    tools: { description: 'The tools of the workflow.', type: 'array', items: ref('tool') },
    tasks: {
      description: 'The steps of the workflow. A run starts with the first, or with the one `start` names.',
      type: 'array',
      items: ref('task'),
    },
    outputs: extension(openMap('The result of a run, by name. Without it, the output of the last task.')),
    limits: extension({
      title: 'Limits',
      description: 'How much a run may do before it is stopped with `LIMIT_ERROR`.',
      type: 'object',
      properties: {
        per_task: extension(integer('How often one task may run.', { minimum: 1, maximum: 1_000_000, default: 1_000 })),
        per_scope: extension(
          integer('How many tasks may run in all.', { minimum: 1, maximum: 1_000_000, default: 10_000 }),
        ),
        depth: extension(
          integer('How deep containers and called workflows may nest.', {
            minimum: 1,
            maximum: 1_000_000,
            default: 32,
          }),
        ),
      },
    }),
  },
};
