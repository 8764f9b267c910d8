import { MODEL_PROVIDERS } from '../../tools/index.ts';
import type { FormatSchema } from '../FormatSchema.ts';
import {
  duration,
  extension,
  id,
  integer,
  number,
  openMap,
  passed,
  ref,
  repeat,
  schemaField,
  secret,
  text,
} from './fields.ts';
import { usesServer } from './tool.ts';

/** One entry of `agents`. */
export const agent: FormatSchema = {
  title: 'Agent',
  description:
    'An AI agent: a model with instructions, tools and memory. Its result is read as `{{ agents.<id>.output }}`, its failure as `{{ agents.<id>.error }}`.',
  type: 'object',
  properties: {
    id: id('Unique name among all agents of the workflow.', { examples: ['triage'] }),
    use: ref('reference', { examples: ['core:agent'] }),
    import: ref('import'),
    config: ref('agentConfig'),
    with: passed("Parameters of the agent's own, the base of its input."),
    instructions: extension(
      text('What the agent is to do in every action, before the instructions of the action itself.', {
        examples: ['You answer in the language of the customer.'],
      }),
    ),
    tools: {
      description:
        'Tools the agent may call. An entry with only `id` and `config` means the workflow’s tool of that id.',
      type: 'array',
      items: ref('agentTool'),
    },
    env: ref('environment'),
    memory: ref('memory'),
    actions: {
      description: 'What the agent can be asked to do. A task picks one with `action`.',
      type: 'array',
      items: ref('action'),
    },
  },
  if: { required: ['import'] },
  else: { required: ['id', 'use'] },
};

/** `agents[].config`: which model answers, and how. */
export const agentConfig: FormatSchema = {
  title: 'Agent config',
  description: 'Which provider and model answer, and how they are set.',
  type: 'object',
  properties: {
    provider: text('The AI provider. `mock` answers offline from the output schema, marked as simulated.', {
      minLength: 1,
      examples: MODEL_PROVIDERS,
    }),
    model: text('The model, by the provider’s name for it.', { minLength: 1, examples: ['gpt-5-mini', 'mock-small'] }),
    api_key: secret('API key of the provider. Supply it from a variable.', ['{{ env.OPENAI_API_KEY }}']),
    url: text('Address of the API, for proxies and compatible servers.', { examples: ['http://localhost:11434/v1'] }),
    temperature: number('How freely the model answers, from 0 (steady) to 1.', {
      minimum: 0,
      maximum: 1,
      examples: [0.2],
    }),
    max_tokens: integer('The most tokens in the answer.', { minimum: 1, examples: [1024] }),
    top_p: number('Nucleus sampling: only the likeliest tokens that make up this share are considered.', {
      minimum: 0,
      maximum: 1,
      examples: [0.9],
    }),
    frequency_penalty: number('Makes the model repeat the same words less; most providers take -2 to 2.', {
      examples: [0.5],
    }),
    presence_penalty: number('Makes the model turn to new topics more; most providers take -2 to 2.', {
      examples: [0.5],
    }),
    max_steps: extension(
      integer('The most requests to the model, until its answer is there.', { minimum: 1, default: 10 }),
    ),
    mock: ref('mock'),
    repeat,
    price: extension({
      title: 'Price',
      description:
        'What the model costs, for a million tokens to it and from it. It is counted in the whole run, before the prices that Signalbox knows, and is not sent.',
      type: 'object',
      properties: {
        input: number('For a million tokens to the model.', { minimum: 0, examples: [0.4] }),
        output: number('For a million tokens from the model.', { minimum: 0, examples: [1.6] }),
      },
      required: ['input', 'output'],
    }),
  },
  required: ['provider', 'model'],
};

/** `agents[].config.mock`: the script of the mock provider. */
export const mock: FormatSchema = extension({
  title: 'Mock script',
  description: 'How the `mock` provider behaves. Without it, it answers from the output schema.',
  type: 'object',
  properties: {
    latency: duration('How long an answer takes.', { default: '400ms', examples: ['400ms', '2s'] }),
    responses: {
      type: 'array',
      description:
        'Answers in turn; the last one is repeated. `{when, output}` answers every prompt that holds the text `when`; `{tool_calls: [{name, input}]}` calls tools before the next answer.',
      items: {},
      examples: [[{ urgency: 'low' }, { when: 'charged twice', output: { urgency: 'high' } }]],
    },
    errors: {
      type: 'array',
      description:
        'Failures of the first calls in turn: an error code, `{code, message, details, retry_after}`, or null for none. With `when`, for every prompt that holds that text.',
      items: { type: ['string', 'object', 'null'], additionalProperties: true },
    },
    fail_first: integer('How many of the first calls fail, with `errors` in turn.', { minimum: 0 }),
  },
});

/** One entry of `agents[].actions`. */
export const action: FormatSchema = {
  title: 'Action',
  description: 'One thing an agent can be asked to do, with the shape of its answer.',
  type: 'object',
  properties: {
    id: id('Unique name among the actions of the agent.', { examples: ['classify'] }),
    instructions: text('What the model is to do. Templates see the task’s `input`.', {
      minLength: 1,
      examples: ['Classify this ticket: {{ input.text }}'],
    }),
    messages: { description: 'Messages put before the conversation.', type: 'array', items: ref('message') },
    output: schemaField('JSON Schema of the answer. The model must satisfy it, else the task fails.', {
      examples: [{ type: 'object', properties: { urgency: { enum: ['low', 'high'] } }, required: ['urgency'] }],
    }),
    config: openMap('Settings for this action, merged over those of the agent.'),
  },
  required: ['id', 'instructions', 'output'],
};

/** One entry of an action's `messages`. */
export const message: FormatSchema = {
  title: 'Message',
  description: 'A predefined message of the conversation.',
  type: 'object',
  properties: {
    role: { type: 'string', description: 'Who says it.', enum: ['system', 'user', 'assistant'] },
    content: text('The text of the message.'),
  },
  required: ['role', 'content'],
};

/** One entry of `agents[].tools`. */
export const agentTool: FormatSchema = {
  title: 'Tool of an agent',
  description:
    'A tool the agent may call: a whole definition, or the id of one of the workflow with a config of its own.',
  type: 'object',
  properties: {
    id: id('Unique name of the tool; alone or with `config` that of a tool of the workflow.', { examples: ['lookup'] }),
    use: ref('reference'),
    import: ref('import'),
    config: openMap('Settings of the tool, merged over those of the workflow’s tool of the same id.', {
      properties: { api_key: secret('API key. Supply it from a variable.', ['{{ env.TOOL_API_KEY }}']) },
    }),
    env: ref('environment'),
    schema: ref('toolSchema'),
  },
  required: ['id'],
  if: usesServer,
  else: { dependentRequired: { use: ['schema'] } },
};
