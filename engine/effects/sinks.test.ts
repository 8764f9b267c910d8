import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../base/index.ts';
import { makeToolCall, scriptFetch } from '../testing/calls.ts';
import { numRuns } from '../testing/numRuns.ts';
import { createPerformer } from './createPerformer.ts';
import { formatSecretPlaceholder } from './secrets/placeholder.ts';

const S = formatSecretPlaceholder('S.salt');

/** Characters that end, escape or begin something in one of the places. */
const SPECIAL = [
  '"',
  '\\',
  "'",
  '\n',
  '\r',
  '\t',
  '\0',
  '\u0001',
  '%',
  '&',
  '+',
  '=',
  '#',
  '?',
  '/',
  '.',
  '<',
  '{{ env.S }}',
  '⟦secret:S.salt⟧',
  '%E2%9F%A6secret:S.salt%E2%9F%A7',
  '","admin":true,"y":"',
  '-----BEGIN KEY-----\nMII=\n',
];

const anySecret = fc
  .array(fc.oneof(fc.constantFrom(...SPECIAL), fc.string({ unit: 'binary', maxLength: 6 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''))
  .filter((secret) => secret !== '');

/** What a server was sent; or the code of the refusal. */
async function send(secret: string, input: JsonObject): Promise<{ url: URL; init: RequestInit } | string> {
  const { fetch, requests } = scriptFetch();
  const performer = createPerformer({
    baseUrl: '',
    resolveSecret: (token) => (token === 'S.salt' ? secret : undefined),
    delay: async () => {},
    fetch,
  });
  const call = makeToolCall('core:http', { url: 'https://a.test/', method: 'POST', ...input });
  const outcome = await performer.perform(call, new AbortController().signal);
  const [sent] = requests;
  if (sent !== undefined) return { url: new URL(sent.url), init: sent.init };
  return outcome.ok ? 'nothing was sent' : outcome.error.code;
}

const bodyOf = (init: RequestInit): unknown => JSON.parse(typeof init.body === 'string' ? init.body : '');
const headerOf = (init: RequestInit, name: string): string => new Headers(init.headers).get(name) ?? '';

interface Sink {
  readonly input: JsonObject;
  /** What the receiver reads where the secret was written. */
  readonly read: (url: URL, init: RequestInit) => unknown;
  /** What the receiver reads for a secret. */
  readonly expected?: (secret: string) => unknown;
  /** Secrets that the place cannot hold, and which are refused. */
  readonly isUnfit?: (secret: string) => boolean;
}

const SINKS: Readonly<Record<string, Sink>> = {
  'a value of JSON': {
    input: { json: { password: S, user: 'ada' } },
    read: (_, init) => bodyOf(init),
    expected: (secret) => ({ password: secret, user: 'ada' }),
  },
  'a part of a text of JSON': {
    input: { json: { password: `a"${S}\\${S}` } },
    read: (_, init) => bodyOf(init),
    expected: (secret) => ({ password: `a"${secret}\\${secret}` }),
  },
  'JSON in JSON in JSON': {
    input: { json: { secret: JSON.stringify({ a: [JSON.stringify({ token: S })] }) } },
    read: (_, init) => JSON.parse(JSON.parse((bodyOf(init) as { secret: string }).secret).a[0]),
    expected: (secret) => ({ token: secret }),
  },
  'a parameter': {
    input: { query: { token: S, page: 1 } },
    read: (url) => [...url.searchParams],
    expected: (secret) => [
      ['token', secret],
      ['page', '1'],
    ],
  },
  'a parameter in the address': {
    input: { url: `https://a.test/x?token=${S}&page=1#end` },
    read: (url) => [url.pathname, ...url.searchParams],
    expected: (secret) => ['/x', ['token', secret], ['page', '1']],
  },
  'a step of the path': {
    input: { url: `https://a.test/hook/${S}/send` },
    read: (url) => [url.origin, ...url.pathname.split('/').map(decodeURIComponent)],
    expected: (secret) => ['https://a.test', '', 'hook', secret, 'send'],
    isUnfit: (secret) => secret === '.' || secret === '..',
  },
  'a header': {
    input: { headers: { Authorization: `Bearer ${S}` } },
    read: (_, init) => headerOf(init, 'authorization'),
    expected: (secret) => `Bearer ${secret}`,
    isUnfit: (secret) => /[^\t\x20-\x7e\x80-\xff]|[\t ]$/.test(secret),
  },
  'Basic credentials': {
    input: { headers: { Authorization: `Basic ${Buffer.from(`ada:${S}`).toString('base64')}` } },
    read: (_, init) => Buffer.from(headerOf(init, 'authorization').slice(6), 'base64').toString(),
    expected: (secret) => `ada:${secret}`,
  },
};

describe('the receiver reads exactly the secret, or it is refused, in', () => {
  test.each(Object.entries(SINKS))('%s', async (_, { input, read, expected = (it) => it, isUnfit = () => false }) => {
    const isSendable = (secret: string): boolean => !/\p{Surrogate}/u.test(secret) && !isUnfit(secret);
    await fc.assert(
      fc.asyncProperty(anySecret, async (secret) => {
        const sent = await send(secret, input);
        if (!isSendable(secret)) expect(sent).toBe('VALIDATION_ERROR');
        else expect(typeof sent === 'string' ? sent : read(sent.url, sent.init)).toEqual(expected(secret));
      }),
      { numRuns: numRuns(40, 300) },
    );
  });

  test.each(['\u0001', 'a\u007f', 'a\nb', 'é…'])('a header, which cannot hold %j', async (secret) => {
    expect(await send(secret, { headers: { Authorization: `Bearer ${S}` } })).toBe('VALIDATION_ERROR');
  });

  test.each(['.', '..', 'a\ud800'])('an address, which cannot hold %j', async (secret) => {
    expect(await send(secret, { url: `https://a.test/hook/${S}/send` })).toBe('VALIDATION_ERROR');
  });
});
