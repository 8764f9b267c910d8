import type { BuiltInTool } from './BuiltInTool.ts';
import { mapOf } from './mapOf.ts';

const HEADERS = { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } } as const;

const BIG_NUMBERS = { type: 'string', enum: ['number', 'text'] } as const;

/** `core:http`. */
export const HTTP = {
  name: 'http',
  title: 'HTTP request',
  summary: 'Call a web address or API',
  description: 'Calls an HTTP address or API and reads the answer as JSON or text.',
  schema: {
    config: {
      type: 'object',
      properties: {
        base_url: { type: 'string', description: 'Put before a relative `url`, such as `https://api.example.com/v1`.' },
        headers: {
          ...HEADERS,
          description:
            'Headers of every call; with a `base_url`, of calls to its origin alone. Those of the input win.',
        },
        timeout: { type: 'string', description: 'How long one call may take, such as `10s`.' },
        big_numbers: {
          ...BIG_NUMBERS,
          default: 'number',
          description:
            'Integers in a JSON answer that a number cannot hold exactly, such as ids of 19 digits: `text` keeps their digits, `number` rounds them, with a warning.',
        },
        idempotency_key: {
          type: 'boolean',
          description:
            'Whether a call that changes something carries an `Idempotency-Key`, so that a server does it once. Without it: yes, but not from a browser to another site, which must allow the header.',
        },
      },
    },
    input: {
      type: 'object',
      required: ['url'],
      properties: {
        url: {
          type: 'string',
          minLength: 1,
          description: 'The address; relative ones start from `base_url`, else from this app.',
        },
        method: {
          type: 'string',
          enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
          default: 'GET',
          description: 'The HTTP method.',
        },
        headers: { ...HEADERS, description: 'Headers by name; null omits one.' },
        query: {
          type: 'object',
          description: 'Added to the address, encoded. A list repeats its key; null omits one.',
        },
        body: { description: 'The body as text. For JSON use `json`.' },
        json: { description: 'Any value, sent as JSON.' },
        response_type: {
          type: 'string',
          enum: ['auto', 'json', 'text', 'base64'],
          default: 'auto',
          description: 'How to read the answer; `auto` goes by its content type.',
        },
        big_numbers: { ...BIG_NUMBERS, description: 'As in config, for this call.' },
        fail_on_error: {
          type: 'boolean',
          default: true,
          description: 'Whether a status other than 2xx fails the task.',
        },
      },
    },
    output: mapOf({
      status: { type: 'integer', description: 'The HTTP status.' },
      ok: { type: 'boolean', description: 'True for a 2xx status.' },
      headers: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Headers by lower-case name.',
      },
      body: { description: 'The answer: a value for JSON, else text; null when empty.' },
    }),
  },
  start: { url: 'https://example.com' },
  changes: { key: 'method', values: ['GET', 'HEAD', 'OPTIONS'] },
  reach: { address: 'url', base: 'base_url' },
  secretPlaces: [
    ['input', 'url'],
    ['input', 'query'],
    ['input', 'headers'],
    ['config', 'base_url'],
    ['config', 'headers'],
  ],
} as const satisfies BuiltInTool;
