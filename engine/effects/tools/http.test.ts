import { afterEach, describe, expect, test, vi } from 'vitest';
import { isJsonObject, type JsonObject } from '../../base/index.ts';
import type { Outcome, ToolCall } from '../../run/index.ts';
import { makeToolCall, scriptFetch } from '../../testing/calls.ts';
import { serveLoopback } from '../../testing/serving/serveLoopback.ts';
import { servingTests } from '../../testing/serving/servingTests.ts';
import { createPerformer, type PerformerContext } from '../createPerformer.ts';
import { formatSecretPlaceholder } from '../secrets/placeholder.ts';

const serve = servingTests();

function perform(effect: ToolCall, context: Partial<PerformerContext> = {}): Promise<Outcome> {
  const performer = createPerformer({ baseUrl: '', resolveSecret: () => undefined, delay: async () => {}, ...context });
  return performer.perform(effect, new AbortController().signal);
}

/** The idempotency key of a call. */
async function keyOf(input: JsonObject, config: JsonObject = {}): Promise<string | null | undefined> {
  const { fetch, requests } = scriptFetch();
  const call = { ...makeToolCall('core:http', input, { config }), key: 'run-1/säge/0/1/use' };
  await perform(call, { fetch, baseUrl: 'https://app.test/deep/' });
  return requests[0] && new Headers(requests[0].init.headers).get('idempotency-key');
}

describe('core:http', () => {
  test('sends method, query, headers and JSON, and reads JSON', async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers['x-team'], request.headers['content-type'], body]);
        response.writeHead(201, { 'content-type': 'application/json', 'x-id': '7' }).end('{"id":7}');
      });
    });
    const input = { url: '/orders?page=1', method: 'POST', query: { tag: ['a b', 'c'], none: null }, json: { n: 1 } };
    const outcome = await perform(
      makeToolCall('core:http', input, { config: { base_url: `${url}v1/`, headers: { 'X-Team': 'blue' } } }),
    );
    expect(outcome).toMatchObject({ ok: true, simulated: false, value: { status: 201, ok: true, body: { id: 7 } } });
    expect(outcome).toHaveProperty('value.headers.x-id', '7');
    expect(seen).toEqual([['POST', '/v1/orders?page=1&tag=a+b&tag=c', 'blue', 'application/json', '{"n":1}']]);
  });

  test.each([
    ['number', {}, {}, { id: 9007199254740992, list: [{ id: 'a' }, 5] }, ['NUMBER_PRECISION body.id']],
    ['text by its input', { big_numbers: 'text' }, {}, { id: '9007199254740993', list: [{ id: 'a' }, 5] }, []],
    ['text by its config', {}, { big_numbers: 'text' }, { id: '9007199254740993', list: [{ id: 'a' }, 5] }, []],
    [
      'number by its input',
      { big_numbers: 'number' },
      { big_numbers: 'text' },
      { id: 9007199254740992 },
      ['NUMBER_PRECISION body.id'],
    ],
  ])('an id of 16 digits in an answer is read as a %s', async (_, input, config, body, told) => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"id": 9007199254740993, "list": [{"id": "a"}, 5]}');
    });
    const outcome = await perform(makeToolCall('core:http', { url, ...input }, { config }));
    expect(outcome).toMatchObject({ ok: true, value: { body } });
    const warnings = outcome.ok ? outcome.warnings : [];
    expect(warnings.map(({ code, path }) => `${code} ${path}`)).toEqual(told);
  });

  test.each([
    ['https://crm.test/v1', '/orders', true],
    ['https://crm.test/v1', 'https://CRM.test:443/orders', true],
    ['https://crm.test/v1', 'https://crm.test:8443/orders', false],
    ['https://crm.test/v1', 'http://crm.test/orders', false],
    ['https://crm.test/v1', 'https://evil.test/?https://crm.test/', false],
    ['https://crm.test/v1', 'https:evil.test', false],
    ['/v1', 'https://evil.test/', false],
    ['', 'https://anywhere.test/', true],
  ])('headers of a config go to the origin of base_url %j alone: a call of %s has them: %s', async (base, url, has) => {
    const { fetch, requests } = scriptFetch();
    const config = { base_url: base, headers: { Authorization: 'Bearer of the CRM' } };
    const call = makeToolCall('core:http', { url, headers: { 'X-Own': 'yes' } }, { config });
    const outcome = await perform(call, { fetch, baseUrl: 'https://app.test/' });
    const sent = new Headers(requests[0]?.init.headers);
    expect(sent.get('authorization')).toBe(has ? 'Bearer of the CRM' : null);
    expect(sent.get('x-own')).toBe('yes');
    expect(outcome).toMatchObject({ warnings: has ? [] : [{ code: 'HEADERS_LEFT_OUT' }] });
  });

  test('resolves a relative address against the base of the app', async () => {
    const { fetch, requests } = scriptFetch();
    await perform(makeToolCall('core:http', { url: 'data/orders.json' }), { fetch, baseUrl: 'https://app.test/deep/' });
    expect(requests[0]?.url).toBe('https://app.test/deep/data/orders.json');
  });

  describe('a call that changes something sends its idempotency key', () => {
    afterEach(() => vi.unstubAllGlobals());

    test('in a form any header can carry, and reading does not', async () => {
      expect(await keyOf({ url: '/a', method: 'POST' })).toBe('run-1/s%C3%A4ge/0/1/use');
      expect(await keyOf({ url: 'https://b.test/', method: 'DELETE' })).toBe('run-1/s%C3%A4ge/0/1/use');
      expect(await keyOf({ url: '/a' })).toBe(null);
    });

    test('unless the workflow sets another one, or none', async () => {
      expect(await keyOf({ url: '/a', method: 'POST', headers: { 'Idempotency-Key': 'mine' } })).toBe('mine');
      expect(await keyOf({ url: '/a', method: 'POST' }, { idempotency_key: false })).toBe(null);
    });

    test('from a page to another site only when asked to, because that must allow the header', async () => {
      vi.stubGlobal('location', { origin: 'https://app.test' });
      expect(await keyOf({ url: '/a', method: 'POST' })).toBe('run-1/s%C3%A4ge/0/1/use');
      expect(await keyOf({ url: 'https://app.test/b', method: 'POST' })).toBe('run-1/s%C3%A4ge/0/1/use');
      expect(await keyOf({ url: 'https://b.test/', method: 'POST' })).toBe(null);
      expect(await keyOf({ url: 'https://b.test/', method: 'POST' }, { idempotency_key: true })).not.toBe(null);
    });
  });

  test('never sends cookies or a referrer, and follows no redirect', async () => {
    const { fetch, requests } = scriptFetch();
    await perform(makeToolCall('core:http', { url: 'https://a.test/' }), { fetch });
    expect(requests[0]?.init).toMatchObject({
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    });
  });

  test.each([
    [401, 'AUTHENTICATION_ERROR'],
    [403, 'AUTHORIZATION_ERROR'],
    [404, 'EXECUTION_ERROR'],
    [408, 'TIMEOUT_ERROR'],
    [429, 'RATE_LIMIT_ERROR'],
    [500, 'COMMUNICATION_ERROR'],
    [503, 'COMMUNICATION_ERROR'],
  ])('makes status %i a %s', async (status, code) => {
    const outcome = await perform(
      makeToolCall('core:http', { url: 'https://a.test/' }),
      scriptFetch({ why: 1 }, { status }),
    );
    expect(outcome).toMatchObject({ ok: false, error: { code, details: { type: 'http', reason: 'status', status } } });
  });

  test('names the query of a request that was refused, and no secret in it', async () => {
    const secret = formatSecretPlaceholder('KEY');
    const input = { url: 'https://a.test/orders?page=1', query: { tag: ['a b', 'c'], api_key: secret } };
    const outcome = await perform(makeToolCall('core:http', input), {
      ...scriptFetch({}, { status: 503 }),
      resolveSecret: () => 'canary-4711',
    });
    const url = `https://a.test/orders?page=1&tag=a b&tag=c&api_key={{ env.KEY }}`;
    expect(outcome).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(`GET ${url} answered 503`), details: { url } },
    });
    expect(JSON.stringify(outcome)).not.toContain('canary');
  });

  test('passes on Retry-After in ms', async () => {
    const { fetch } = scriptFetch({}, { status: 429, headers: { 'retry-after': '3' } });
    expect(await perform(makeToolCall('core:http', { url: 'https://a.test/' }), { fetch })).toMatchObject({
      ok: false,
      retryAfter: 3000,
    });
  });

  test('gives a failing status as output when asked not to fail', async () => {
    const { fetch } = scriptFetch({ why: 'gone' }, { status: 410, headers: { 'content-type': 'application/json' } });
    const outcome = await perform(makeToolCall('core:http', { url: 'https://a.test/', fail_on_error: false }), {
      fetch,
    });
    expect(outcome).toMatchObject({ ok: true, value: { status: 410, ok: false, body: { why: 'gone' } } });
  });

  test('reads text, JSON by force, and bytes', async () => {
    const { fetch } = scriptFetch([1], { headers: { 'content-type': 'text/plain' } });
    const bodies = await Promise.all(
      ['auto', 'text', 'json', 'base64'].map((response_type) =>
        perform(makeToolCall('core:http', { url: 'https://a.test/', response_type }), { fetch }),
      ),
    );
    expect(bodies.map((outcome) => outcome.ok && isJsonObject(outcome.value) && outcome.value.body)).toEqual([
      '[1]',
      '[1]',
      [1],
      'WzFd',
    ]);
  });

  test('says that a server, CORS and the network look alike where a browser does not report why nothing answers', async () => {
    const outcome = await perform(makeToolCall('core:http', { url: 'https://example.com' }), {
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'COMMUNICATION_ERROR', details: { type: 'network' } } });
    expect(outcome).toHaveProperty('error.message', expect.stringMatching(/CORS.*look alike(?!.*plain HTTP)/));
  });

  test('says besides that a page that came over plain HTTP may call nothing near', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const outcome = await perform(makeToolCall('core:http', { url: 'http://127.0.0.1:11434' }), {
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    vi.unstubAllGlobals();
    expect(outcome).toHaveProperty('error.message', expect.stringMatching(/look alike.*loaded over plain HTTP/));
  });

  test('says why nothing answers where the system reports it', async () => {
    const closed = await serveLoopback(() => {});
    await closed.close();
    const outcome = await perform(makeToolCall('core:http', { url: closed.url }));
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'COMMUNICATION_ERROR', details: { type: 'network', cause: 'ECONNREFUSED' } },
    });
    expect(outcome).toHaveProperty('error.message', expect.stringContaining('Nothing listens there (ECONNREFUSED)'));
  });

  test('says what a relative address needs where there is no page to start from', async () => {
    expect(await perform(makeToolCall('core:http', { url: 'data/orders.csv' }))).toHaveProperty(
      'error.message',
      expect.stringMatching(/data\/orders\.csv.*base_url.*https:/),
    );
  });

  test('treats a redirect as no answer', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/there') response.end('{}');
      else response.writeHead(302, { location: '/there' }).end();
    });
    expect(await perform(makeToolCall('core:http', { url }))).toMatchObject({
      ok: false,
      error: { code: 'COMMUNICATION_ERROR', message: expect.stringContaining('redirect, which is not followed') },
    });
  });

  test('cuts off an answer over 32 MiB while it streams', async () => {
    let sent = 0;
    const url = await serve((_request, response) => {
      const chunk = Buffer.alloc(1024 * 1024);
      const send = (): void => {
        sent += 1;
        if (sent <= 200 && !response.destroyed) response.write(chunk, send);
      };
      send();
    });
    expect(await perform(makeToolCall('core:http', { url }))).toMatchObject({
      ok: false,
      error: { code: 'LIMIT_ERROR' },
    });
    expect(sent).toBeLessThan(200);
  });

  test('gives up after config.timeout', async () => {
    const url = await serve(() => {});
    const performer = createPerformer({ baseUrl: '', resolveSecret: () => undefined });
    const outcome = await performer.perform(
      makeToolCall('core:http', { url }, { config: { timeout: '30ms' } }),
      new AbortController().signal,
    );
    expect(outcome).toMatchObject({ ok: false, error: { code: 'TIMEOUT_ERROR', details: { type: 'http.timeout' } } });
  });

  test.each([
    ['a method that does not exist', { url: 'https://a.test', method: 'FETCH' }],
    ['no address', {}],
    ['a body on GET', { url: 'https://a.test', json: {} }],
    ['body and json together', { url: 'https://a.test', method: 'POST', body: 'a', json: {} }],
    ['a scheme that is not http', { url: 'file:///etc/passwd' }],
    ['credentials in the address', { url: 'https://me:pass@a.test' }],
    ['a relative address without a base', { url: 'orders.json' }],
    ['a header that HTTP does not allow', { url: 'https://a.test', headers: { 'x y': '1' } }],
  ])('refuses %s without a request', async (_name, input) => {
    const { fetch, requests } = scriptFetch();
    expect(await perform(makeToolCall('core:http', input), { fetch })).toMatchObject({
      ok: false,
      error: { code: 'VALIDATION_ERROR' },
    });
    expect(requests).toEqual([]);
  });
});
