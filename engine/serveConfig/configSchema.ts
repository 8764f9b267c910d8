import type { Json, JsonObject } from '../base/index.ts';
import { schemaAt } from '../schema/index.ts';
import type { Path } from '../text/index.ts';
import { keepSchema, SIZE } from './keepSchema.ts';
import { SCHEDULE_ROOTS, schedulesSchema, WORKFLOW } from './readSchedules.ts';
import { SECRET_KEYS } from './secretSource.ts';
import { HOOK_ROOTS } from './webhooks/readWebhooks.ts';
import { webhooksSchema } from './webhooks/webhookSchema.ts';

/** `mcp` of `signalbox.serve.yaml`. */
const toolsSchema: JsonObject = {
  type: 'array',
  description: 'Workflows that are tools for agents, at /mcp: by their names, or with more about each.',
  items: {
    type: ['string', 'object'],
    minLength: 1,
    additionalProperties: false,
    required: ['workflow'],
    properties: {
      workflow: WORKFLOW,
      name: {
        type: 'string',
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        patternErrorMessage: 'The name of a tool has letters, digits, - and _, at most 64.',
        description:
          'The name of the tool. By default that of the workflow, with _ for characters that names of tools cannot have.',
      },
      description: {
        type: 'string',
        minLength: 1,
        description: 'What an agent reads about it. By default the description of the workflow.',
      },
      wait: {
        type: ['string', 'number'],
        description: 'How long a call waits for the end of the run; at most 5m.',
        default: '50s',
      },
    },
  },
};

/** `limits` of `signalbox.serve.yaml`. */
const limitsSchema: JsonObject = {
  type: 'array',
  maxItems: 1000,
  description: 'Limits for some workflows: the first rule that matches a workflow applies to its runs.',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['workflow'],
    properties: {
      workflow: {
        type: 'string',
        minLength: 1,
        description: 'Runs of this workflow; * matches any characters, as in reports/*.',
      },
      active: {
        type: 'integer',
        minimum: 1,
        maximum: 10_000,
        description: 'How many of these runs are active at a time.',
      },
      size: {
        ...SIZE,
        description:
          'How much of the disk one run may take, such as 100 MB, with the runs that it starts. A larger one is paused.',
      },
      queue: { type: 'integer', minimum: 0, maximum: 1_000_000, description: 'How many of these runs may be queued.' },
    },
  },
};

const ENTRIES = { type: 'array', items: { type: 'string', minLength: 1 } } as const;

const LISTS = {
  allow: {
    ...ENTRIES,
    description:
      'What may be called although it is on this computer or its network: hosts (localhost:11434), names below one (*.example.com), addresses (10.0.0.0/8).',
  },
  deny: { ...ENTRIES, description: 'What may not be called, in the same forms.' },
} as const;

/** `reach` of `signalbox.serve.yaml`. */
const reachSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  description:
    'What calls of workflows may reach. When absent: the Internet, but not this server, this computer or its network.',
  properties: {
    ...LISTS,
    workflows: {
      type: 'object',
      description: 'Rules for single workflows, by name; they take precedence over the rules for all.',
      additionalProperties: { type: 'object', additionalProperties: false, properties: LISTS },
    },
  },
};

const NAME = {
  pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
  patternErrorMessage: 'The name of a variable has letters, digits and _, and does not begin with a digit.',
} as const;

const ORIGINS = {
  type: 'array',
  items: {
    type: 'string',
    pattern: '^https?://[^/?#@]+/?$',
    patternErrorMessage: 'An origin is an address without a path, such as https://api.example.com.',
  },
  description: 'Origins, such as https://api.example.com.',
};

/** `signalbox.serve.yaml` as JSON Schema (docs/serve.md). */
export const configSchema: Json = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'signalbox.serve.yaml',
  type: 'object',
  additionalProperties: false,
  properties: {
    env: {
      type: 'array',
      items: { type: 'string', ...NAME },
      description: 'Variables of the environment of the server that workflows get. They get no others.',
    },
    secrets: {
      type: 'object',
      propertyNames: NAME,
      description:
        'Variables that are masked wherever they would show, each with where it may go. Without file or command, the value is that of the environment variable of this name.',
      additionalProperties: {
        type: ['object', 'null'],
        additionalProperties: false,
        properties: {
          ...SECRET_KEYS,
          allow: { ...ORIGINS, description: 'Origins where it may sign in, such as https://api.example.com.' },
          allow_content: { ...ORIGINS, description: 'Origins that it may also be sent to inside a message.' },
        },
      },
    },
    reach: reachSchema,
    repeat: {
      enum: ['ask', 'yes', 'no'],
      description: 'What happens to calls that may have arrived before the server was cut off.',
    },
    active: { type: 'integer', minimum: 1, maximum: 10_000, description: 'Runs at work at a time.' },
    queue: { type: 'integer', minimum: 0, maximum: 1_000_000, description: 'Runs that wait for their turn at most.' },
    limits: limitsSchema,
    keep: keepSchema,
    files: {
      type: 'object',
      description:
        'Workflows that share a folder for the files of their runs: a map from workflow names to the name of the shared folder.',
      additionalProperties: {
        type: 'string',
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        patternErrorMessage: 'The name of a shared folder has at most 64 characters: letters, digits, - and _.',
      },
    },
    schedules: schedulesSchema,
    webhooks: webhooksSchema,
    mcp: toolsSchema,
    on_failure: {
      type: ['string', 'object'],
      minLength: 1,
      description:
        'The workflow to start when a run fails: one for all workflows, or a map with one for each workflow by name, where * matches any other.',
      additionalProperties: { type: ['string', 'null'], minLength: 1 },
    },
  },
};

/** What the schema of `signalbox.serve.yaml` says of a place; null where it says nothing. */
export function configSchemaAt(path: Path): JsonObject | null {
  return schemaAt(configSchema, path);
}

/** What expressions at a place can read. */
export function rootsAt([section]: Path): readonly string[] {
  if (section === 'schedules') return SCHEDULE_ROOTS;
  return section === 'webhooks' ? HOOK_ROOTS : [];
}
