import type { Json } from '../base/index.ts';
import { keepSchema } from './keepSchema.ts';
import { limitsSchema } from './limitsSchema.ts';
import { reachSchema } from './reach/reachSchema.ts';
import { schedulesSchema } from './scheduleSchema.ts';
import { SECRET_KEYS } from './secretSource.ts';
import { toolsSchema } from './toolSchema.ts';
import { webhooksSchema } from './webhooks/webhookSchema.ts';

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
