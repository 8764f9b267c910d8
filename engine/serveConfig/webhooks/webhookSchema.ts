import type { JsonObject } from '../../base/index.ts';
import { RATE_PATTERN } from '../rate.ts';
import { TEMPLATE, TRIGGER_NAME, WORKFLOW } from '../readSchedules.ts';
import { SECRET_KEYS } from '../secretSource.ts';

const HEADER = {
  type: 'string',
  pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$",
  patternErrorMessage: 'The name of a header has no spaces and no colon, such as X-Signature.',
} as const;

const VARIABLE = {
  pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
  patternErrorMessage: 'The name of a variable has letters, digits and _. The secret itself is not written here.',
} as const;

const SECRET_ITEM = { ...VARIABLE, additionalProperties: false, properties: SECRET_KEYS } as const;

const SECRET: JsonObject = {
  type: ['string', 'object', 'array'],
  ...SECRET_ITEM,
  minItems: 1,
  maxItems: 2,
  items: { type: ['string', 'object'], ...SECRET_ITEM },
  description:
    'Where the secret is: the environment variable of the server with this name, or a map with file or command. While the secret is rotated, a list of two: signatures with either are accepted.',
};

const DURATION = { type: ['string', 'number'] } as const;

const TIMESTAMP: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['header'],
  description: 'When it was signed: what is older or newer than the tolerance is refused.',
  properties: {
    header: { ...HEADER, description: 'The header with the time, in seconds or milliseconds since 1970.' },
    prefix: {
      type: 'string',
      maxLength: 50,
      description: 'The text before the time in a header with several parts, such as t=.',
      default: '',
    },
    tolerance: { ...DURATION, description: 'How far it may be off, such as 5m.', default: '5m' },
    signed: {
      type: 'string',
      maxLength: 200,
      description: 'What is signed, made up of {id}, {timestamp} and {body}.',
      default: '{timestamp}.{body}',
    },
  },
};

const HMAC: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['secret', 'header'],
  description: 'Each request is signed with a secret.',
  properties: {
    secret: SECRET,
    header: { ...HEADER, description: 'The header with the signature, such as X-Hub-Signature-256.' },
    algorithm: { enum: ['sha256'], description: 'How it is signed.', default: 'sha256' },
    prefix: { type: 'string', maxLength: 50, description: 'What the header has before the signature.', default: '' },
    encoding: { enum: ['hex', 'base64'], description: 'How the signature is written.', default: 'hex' },
    separator: {
      type: 'string',
      minLength: 1,
      maxLength: 10,
      description: 'The text between signatures in a header with several; those with the prefix count.',
    },
    secret_encoding: {
      enum: ['text', 'base64'],
      description:
        'How the secret is written: text is the key itself; base64 is the key in Base64, with or without whsec_ in front.',
      default: 'text',
    },
    id: { ...HEADER, description: 'The header with the id of the request, which is signed as {id}.' },
    timestamp: TIMESTAMP,
  },
};

const TOKEN: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['secret'],
  description: 'Each request has a secret as it is.',
  properties: {
    secret: SECRET,
    header: { ...HEADER, description: 'The header with it; after Bearer in Authorization.', default: 'Authorization' },
  },
};

/** `webhooks` of `signalbox.serve.yaml`. */
export const webhooksSchema: JsonObject = {
  type: 'object',
  description: 'Addresses below /hooks where other programs start runs, by a name of yours.',
  propertyNames: TRIGGER_NAME,
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'workflow'],
    properties: {
      path: {
        type: 'string',
        maxLength: 200,
        pattern: '^[A-Za-z0-9_~-][A-Za-z0-9._~-]*(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$',
        patternErrorMessage:
          'A path is letters, digits, -, _, . and ~ between single slashes, without one at its begin or end, such as shop/orders.',
        description: 'Its address below /hooks/, such as shop/orders.',
      },
      method: {
        enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        description: 'The method of its requests.',
        default: 'POST',
      },
      workflow: WORKFLOW,
      preset: {
        enum: ['github', 'stripe', 'slack', 'standard'],
        description: 'The sender, whose way of signing is built in; standard is Standard Webhooks.',
      },
      secret: SECRET,
      tolerance: { ...DURATION, description: 'How far the signed time of a preset may be off.', default: '5m' },
      hmac: HMAC,
      token: TOKEN,
      auth: { enum: ['none'], description: 'Anyone who can connect may start runs.' },
      input: {
        ...TEMPLATE,
        description: `${TEMPLATE.description} They read body, headers, query, method and path.`,
        default: '{{ body }}',
      },
      wait: {
        ...DURATION,
        description:
          'How long the answer waits for the end of the run, such as 30s; at most 5m. By default it does not wait.',
      },
      rate: {
        type: 'string',
        pattern: RATE_PATTERN,
        patternErrorMessage: 'A rate is a number per second, minute or hour, such as 10/s, 100/m or 1000/h.',
        description:
          'How many runs it may start each second, minute or hour, such as 10/s; further requests are refused with 429.',
      },
      idempotency: {
        type: 'string',
        description: "What two requests for one run have in common, such as {{ headers['x-delivery'] }}.",
      },
    },
  },
};
