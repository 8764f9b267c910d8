import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Json, JsonObject } from '../base/index.ts';
import type { ModelCall, Outcome, ToolCall } from '../run/index.ts';
import { type LoopbackServer, serveLoopback } from '../testing/serveLoopback.ts';
import { createPerformer, type PerformerContext } from './createPerformer.ts';
import { formatSecretPlaceholder } from './secrets/placeholder.ts';
import { MASK } from './secrets/redact.ts';

const servers: LoopbackServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(listener: Parameters<typeof serveLoopback>[0]): Promise<string> {
  const server = await serveLoopback(listener);
  servers.push(server);
  return server.url;
}

function toolCall(use: string, input: Json, extra: Partial<ToolCall> = {}): ToolCall {
  return {
    type: 'tool.call',
    key: 'run/task/1/1/1',
    taskId: 'task',
    env: {},
    simulate: false,
    seed: 1,
    use,
    toolId: null,
    input,
    config: {},
    outputSchema: null,
    ...extra,
  };
}

function modelCall(config: JsonObject, extra: Partial<ModelCall> = {}): ModelCall {
  return {
    type: 'model.call',
    key: 'run/task/1/1/1',
    taskId: 'task',
    env: {},
    simulate: false,
    seed: 1,
    agentId: 'writer',
    provider: 'mock',
    model: 'small',
    config,
    instructions: 'Sort the ticket.',
    messages: [{ role: 'user', content: 'I was charged twice' }],
    tools: [],
    outputSchema: { type: 'object', required: ['topic'], properties: { topic: { type: 'string' } } },
    ...extra,
  };
}

const SECRETS = new Map([
  ['KEY', 'sk-verysecret'],
  ['USER', 'ada'],
  ['HOOK', 'https://hooks.invalid/T1'],
]);

function perform(effect: ToolCall | ModelCall, context: Partial<PerformerContext> = {}): Promise<Outcome> {
  const performer = createPerformer({
    baseUrl: '',
    resolveSecret: (token) => SECRETS.get(token),
    delay: async () => {},
    ...context,
  });
  return performer.perform(effect, new AbortController().signal);
}

/** A fetch that notes the request and answers with JSON. */
function scriptedFetch(body: Json = {}, init: ResponseInit = {}) {
  return vi.fn(
    async (_url: string | URL | Request, _init?: RequestInit) =>
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init }),
  );
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
      toolCall('core:http', input, { config: { base_url: `${url}v1/`, headers: { 'X-Team': 'blue' } } }),
    );
    expect(outcome).toMatchObject({ ok: true, simulated: false, value: { status: 201, ok: true, body: { id: 7 } } });
    expect(outcome).toHaveProperty('value.headers.x-id', '7');
    expect(seen).toEqual([['POST', '/v1/orders?page=1&tag=a+b&tag=c', 'blue', 'application/json', '{"n":1}']]);
  });

  test('resolves a relative address against the base of the app', async () => {
    const fetch = scriptedFetch();
    await perform(toolCall('core:http', { url: 'data/orders.json' }), { fetch, baseUrl: 'https://app.test/deep/' });
    expect(fetch.mock.calls[0]?.[0]).toBe('https://app.test/deep/data/orders.json');
  });

  test('never sends cookies or a referrer, and follows no redirect', async () => {
    const fetch = scriptedFetch();
    await perform(toolCall('core:http', { url: 'https://a.test/' }), { fetch });
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
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
    const outcome = await perform(toolCall('core:http', { url: 'https://a.test/' }), {
      fetch: scriptedFetch({ why: 1 }, { status }),
    });
    expect(outcome).toMatchObject({ ok: false, error: { code, details: { type: 'http', reason: 'status', status } } });
  });

  test('hands on Retry-After in ms', async () => {
    const fetch = scriptedFetch({}, { status: 429, headers: { 'retry-after': '3' } });
    expect(await perform(toolCall('core:http', { url: 'https://a.test/' }), { fetch })).toMatchObject({
      ok: false,
      retryAfter: 3000,
    });
  });

  test('gives a failing status as output when asked not to fail', async () => {
    const fetch = scriptedFetch({ why: 'gone' }, { status: 410, headers: { 'content-type': 'application/json' } });
    const outcome = await perform(toolCall('core:http', { url: 'https://a.test/', fail_on_error: false }), { fetch });
    expect(outcome).toMatchObject({ ok: true, value: { status: 410, ok: false, body: { why: 'gone' } } });
  });

  test('reads text, JSON by force, and bytes', async () => {
    const fetch = () => Promise.resolve(new Response('[1]', { headers: { 'content-type': 'text/plain' } }));
    const bodies = await Promise.all(
      ['auto', 'text', 'json', 'base64'].map((response_type) =>
        perform(toolCall('core:http', { url: 'https://a.test/', response_type }), { fetch }),
      ),
    );
    expect(bodies.map((outcome) => outcome.ok && (outcome.value as JsonObject).body)).toEqual([
      '[1]',
      '[1]',
      [1],
      'WzFd',
    ]);
  });

  test('says that a server, CORS and the network look alike when nothing answers', async () => {
    const closed = await serve(() => {});
    await servers.pop()?.close();
    const outcome = await perform(toolCall('core:http', { url: closed }));
    expect(outcome).toMatchObject({ ok: false, error: { code: 'COMMUNICATION_ERROR', details: { type: 'network' } } });
    expect(outcome).toHaveProperty('error.message', expect.stringMatching(/CORS.*look alike/));
  });

  test('treats a redirect as no answer', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/there') response.end('{}');
      else response.writeHead(302, { location: '/there' }).end();
    });
    expect(await perform(toolCall('core:http', { url }))).toMatchObject({
      ok: false,
      error: { code: 'COMMUNICATION_ERROR' },
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
    expect(await perform(toolCall('core:http', { url }))).toMatchObject({ ok: false, error: { code: 'LIMIT_ERROR' } });
    expect(sent).toBeLessThan(200);
  });

  test('gives up after config.timeout', async () => {
    const url = await serve(() => {});
    const performer = createPerformer({ baseUrl: '', resolveSecret: () => undefined });
    const outcome = await performer.perform(
      toolCall('core:http', { url }, { config: { timeout: '30ms' } }),
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
    const fetch = scriptedFetch();
    expect(await perform(toolCall('core:http', input), { fetch })).toMatchObject({
      ok: false,
      error: { code: 'VALIDATION_ERROR' },
    });
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('secrets', () => {
  const KEY = formatSecretPlaceholder('KEY');

  test('become values on the wire only, and are masked in what comes back', async () => {
    const url = await serve((request, response) => {
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ echo: request.headers.authorization, url: request.url }));
    });
    const input = { url, headers: { Authorization: `Bearer ${KEY}` }, query: { key: KEY } };
    expect(await perform(toolCall('core:http', input))).toMatchObject({
      value: { body: { echo: `Bearer ${MASK}`, url: `/?key=${MASK}` } },
    });
  });

  test('reach the server inside Basic credentials, bodies and addresses', async () => {
    const fetch = scriptedFetch();
    const basic = Buffer.from(`${formatSecretPlaceholder('USER')}:${KEY}`).toString('base64');
    const input = {
      url: `${formatSecretPlaceholder('HOOK')}?k=${KEY}`,
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: `k=${KEY}`,
    };
    await perform(toolCall('core:http', input), { fetch });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('https://hooks.invalid/T1?k=sk-verysecret');
    expect(init?.body).toBe('k=sk-verysecret');
    expect(new Headers(init?.headers).get('authorization')).toBe(
      `Basic ${Buffer.from('ada:sk-verysecret').toString('base64')}`,
    );
  });

  test('are masked in messages and details of errors', async () => {
    const fetch = scriptedFetch({ message: 'no such key sk-verysecret' }, { status: 401 });
    const outcome = await perform(toolCall('core:http', { url: 'https://a.test/', headers: { 'x-api-key': KEY } }), {
      fetch,
    });
    expect(JSON.stringify(outcome)).not.toContain('verysecret');
    expect(outcome).toHaveProperty('error.details.body.message', `no such key ${MASK}`);
  });

  test('without a value are a CONFIGURATION_ERROR that names the variable', async () => {
    const outcome = await perform(
      toolCall('core:http', { url: 'https://a.test/', headers: { k: formatSecretPlaceholder('NONE.x1') } }),
    );
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'CONFIGURATION_ERROR', details: { type: 'secret', name: 'NONE' } },
    });
  });
});

describe('abort', () => {
  test('is answered at once, before the server is', async () => {
    const url = await serve(() => {});
    const controller = new AbortController();
    const performer = createPerformer({ baseUrl: '', resolveSecret: () => undefined });
    const outcome = performer.perform(toolCall('core:http', { url }), controller.signal);
    controller.abort();
    expect(await outcome).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  });

  test('is answered also by what does not listen to it', async () => {
    const controller = new AbortController();
    const performer = createPerformer({
      baseUrl: '',
      resolveSecret: () => undefined,
      fetch: () => new Promise(() => {}),
    });
    const outcome = performer.perform(toolCall('core:http', { url: 'https://a.test/' }), controller.signal);
    controller.abort();
    expect(await outcome).toMatchObject({ error: { code: 'CANCELLED' } });
  });
});

describe('other built-ins', () => {
  test('core:raise fails with the error it is given', async () => {
    const error = { code: 'OUT_OF_STOCK', message: 'None left', details: { sku: 'A-1' } };
    expect(await perform(toolCall('core:raise', error))).toEqual({ ok: false, error, retryAfter: null });
  });

  test('core:log passes its input on unchanged', async () => {
    expect(await perform(toolCall('core:log', { message: 'hi', data: [1] }))).toMatchObject({
      ok: true,
      value: { message: 'hi', data: [1] },
    });
  });

  test('core:validate says what is wrong without failing', async () => {
    const input = { value: { n: 'x' }, schema: { type: 'object', properties: { n: { type: 'number' } } } };
    expect(await perform(toolCall('core:validate', input))).toMatchObject({
      ok: true,
      value: { valid: false, errors: [{ path: '/n' }] },
    });
  });

  test('core:hash makes the known fingerprint of a text', async () => {
    expect(await perform(toolCall('core:hash', { text: 'abc' }))).toMatchObject({
      value: { hex: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
    });
  });

  test('wrong config is a CONFIGURATION_ERROR, wrong input a VALIDATION_ERROR', async () => {
    expect(await perform(toolCall('core:csv', { text: 'a' }, { config: { header: 'yes' } }))).toMatchObject({
      error: { code: 'CONFIGURATION_ERROR' },
    });
    expect(await perform(toolCall('core:csv', { text: 5 }))).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  });

  test('a built-in that does not exist here says so and names those that do', async () => {
    const outcome = await perform(toolCall('core:kv', {}));
    expect(outcome).toMatchObject({ ok: false, error: { code: 'CONFIGURATION_ERROR' } });
    expect(outcome).toHaveProperty('error.message', expect.stringMatching(/core:kv is not available yet.*core:http/));
  });
});

describe('the mock provider', () => {
  test('answers from the schema, equally for equal prompts, marked as simulated', async () => {
    const [first, again] = await Promise.all([
      perform(modelCall({})),
      perform(modelCall({}, { seed: 99, key: 'other/task/9/1/1' })),
    ]);
    expect(first).toMatchObject({ ok: true, simulated: true, value: { simulated: true, model: 'small' } });
    expect(first).toHaveProperty('value.object.topic', expect.any(String));
    expect(again).toEqual(first);
  });

  test('waits 400 ms by default, or as scripted', async () => {
    const waits: number[] = [];
    const delay = async (ms: number): Promise<void> => void waits.push(ms);
    await perform(modelCall({}), { delay });
    await perform(modelCall({ mock: { latency: '1.5s' } }), { delay });
    expect(waits).toEqual([400, 1500]);
  });

  test('fails the first calls, then gives its responses in turn, the last one again', async () => {
    const performer = createPerformer({ baseUrl: '', resolveSecret: () => undefined, delay: async () => {} });
    const call = modelCall({ mock: { fail_first: 1, responses: [{ topic: 'a' }, { topic: 'b' }] } });
    const outcomes: Outcome[] = [];
    for (let n = 0; n < 4; n += 1) outcomes.push(await performer.perform(call, new AbortController().signal));
    expect(outcomes[0]).toMatchObject({ ok: false, error: { code: 'PROVIDER_ERROR' } });
    expect(outcomes.slice(1).map((outcome) => outcome.ok && (outcome.value as JsonObject).object)).toEqual([
      { topic: 'a' },
      { topic: 'b' },
      { topic: 'b' },
    ]);
  });

  test('fails as its errors say, with their wish to be asked later', async () => {
    const errors = [{ code: 'RATE_LIMIT_ERROR', message: 'Slow down', retry_after: '2s' }];
    expect(await perform(modelCall({ mock: { errors } }))).toMatchObject({
      ok: false,
      error: { code: 'RATE_LIMIT_ERROR' },
      retryAfter: 2000,
    });
  });

  test('answers a prompt that holds a text with what is bound to it', async () => {
    const responses = [{ topic: 'other' }, { when: 'charged TWICE', output: { topic: 'refund' } }];
    expect(await perform(modelCall({ mock: { responses } }))).toHaveProperty('value.object', { topic: 'refund' });
  });

  test('says what is wrong with its script', async () => {
    expect(await perform(modelCall({ mock: { latency: 'soon' } }))).toMatchObject({
      ok: false,
      error: { code: 'CONFIGURATION_ERROR' },
    });
  });
});

describe('what is not there', () => {
  test('an unknown provider is a CONFIGURATION_ERROR that names what there is', async () => {
    const outcome = await perform(modelCall({}, { provider: 'openai' }));
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'CONFIGURATION_ERROR', details: { available: ['mock'] } },
    });
  });

  test('a simulated run answers any model and any tool from the schemas, and still runs core:*', async () => {
    const outputSchema = { type: 'object', required: ['total'], properties: { total: { type: 'integer' } } };
    expect(await perform(modelCall({}, { provider: 'openai', simulate: true }))).toMatchObject({
      ok: true,
      simulated: true,
    });
    expect(await perform(toolCall('acme:billing', {}, { simulate: true, outputSchema }))).toMatchObject({
      ok: true,
      simulated: true,
      value: { total: expect.any(Number) },
    });
    expect(await perform(toolCall('core:log', { message: 'real' }, { simulate: true }))).toMatchObject({
      ok: true,
      simulated: false,
    });
  });

  test('an unresolved tool is a REFERENCE_ERROR', async () => {
    expect(await perform(toolCall('acme:billing', {}))).toMatchObject({
      ok: false,
      error: { code: 'REFERENCE_ERROR' },
    });
  });
});
