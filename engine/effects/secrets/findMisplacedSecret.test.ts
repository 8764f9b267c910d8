import { expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import type { Call } from '../../run/index.ts';
import { makeModelCall, makeToolCall } from '../../testing/calls.ts';
import { createPerformer } from '../createPerformer.ts';
import { findMisplacedSecret } from './findMisplacedSecret.ts';
import { formatSecretPlaceholder } from './placeholder.ts';

const KEY = formatSecretPlaceholder('KEY.salt');

const MEMORY = {
  type: 'memory.call',
  key: 'run/task/1/1/1',
  taskId: 'task',
  env: {},
  simulate: false,
  seed: 1,
  threadId: 't',
  at: 0,
  wholeThread: false,
} as const;

const ALLOWED: readonly (readonly [string, Call])[] = [
  ['the address', makeToolCall('core:http', { url: `https://a.test/${KEY}` })],
  ['the query', makeToolCall('core:http', { url: 'https://a.test', query: { q: [KEY] } })],
  ['any header', makeToolCall('core:http', { headers: { 'x-tenant': KEY } })],
  ['the base address', makeToolCall('core:http', {}, { config: { base_url: `https://${KEY}.test` } })],
  ['a credential field of a body', makeToolCall('core:http', { json: { user: { password: `${KEY}!` } } })],
  ['a credential field of any tool', makeToolCall('acme:mailer', { to: 'a' }, { config: { apiKey: KEY } })],
  ['the key of a model', makeModelCall({ api_key: KEY })],
  ['the address of a model', makeModelCall({ url: `https://a.test/${KEY}` })],
  ['the env of a call', makeToolCall('core:log', { message: 'x' }, { env: { KEY } })],
  [
    'the backend of a memory',
    {
      ...MEMORY,
      memory: { id: 'm', storage: { use: 'upstash:redis', config: { url: KEY, token: KEY } } },
      request: { op: 'read' },
    },
  ],
];

test.each(ALLOWED)('a secret is allowed in %s', (_place, call) => {
  expect(findMisplacedSecret(call)).toBeNull();
});

const REFUSED: readonly (readonly [string, Call, string])[] = [
  ['a text body', makeToolCall('core:http', { body: `k=${KEY}` }), 'input.body'],
  ['a plain field of a body', makeToolCall('core:http', { json: { note: [KEY] } }), 'input.json.note.0'],
  ['a log', makeToolCall('core:log', { message: `key ${KEY}` }), 'input.message'],
  ['what is stored', makeToolCall('core:kv', { op: 'set', key: 'a', value: KEY }), 'input.value'],
  ['a name of a field', makeToolCall('core:log', { [KEY]: 1 }), 'input'],
  ['a header of another tool', makeToolCall('acme:x', { headers: { a: KEY } }), 'input.headers.a'],
  ['a prompt', makeModelCall({}, { messages: [{ role: 'user', content: KEY }] }), 'messages.0.content'],
  ['instructions', makeModelCall({}, { instructions: `use ${KEY}` }), 'instructions'],
  [
    'what is remembered',
    { ...MEMORY, memory: { id: 'm' }, request: { op: 'append', messages: [{ role: 'user', content: KEY }] } },
    'request.messages.0.content',
  ],
];

test.each(REFUSED)('a secret is refused in %s', async (_place, call, where) => {
  expect(findMisplacedSecret(call)).toEqual({ name: 'KEY', where });
  const requests: unknown[] = [];
  const performer = createPerformer({
    baseUrl: '',
    resolveSecret: () => 'sk-value',
    fetch: async (url) => {
      requests.push(url);
      return new Response();
    },
  });
  expect(await performer.perform(call, new AbortController().signal)).toMatchObject({
    ok: false,
    error: { code: 'AUTHORIZATION_ERROR', details: { type: 'secret', reason: 'place', name: 'KEY', where } },
  });
  expect(requests).toEqual([]);
});

function sending(headers: Json): Call {
  return makeToolCall('core:http', { url: 'https://a.test/', headers });
}

test.each([0, 1, 2])(
  'a secret in Base64 is refused but in Basic credentials, with %i characters before it',
  (length) => {
    const encoded = Buffer.from(`${'a'.repeat(length)}${KEY}`).toString('base64');
    expect(findMisplacedSecret(sending({ 'x-key': encoded }))).toEqual({ name: null, where: 'input.headers.x-key' });
    expect(findMisplacedSecret(sending({ Authorization: `Basic ${encoded}` }))).toBeNull();
  },
);
