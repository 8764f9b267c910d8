import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Json, loadPatterns } from '../../base/index.ts';
import { readConfig } from '../../serveConfig/index.ts';
import { openTriggers } from '../../service/index.ts';
import { TokenFile } from './TokenFile.ts';
import { type Answered, ApiUnderTest } from './testing.ts';
import { RunsInMemory } from './testingRuns.ts';

const NOW = Date.parse('2026-05-04T10:30:00Z');

const env = { SHOP: 'whsec-tulip-4711', CHAT: 'chat-secret-0815' };

const HOOKS = `
webhooks:
  shop:
    path: shop/orders
    workflow: orders/new
    hmac: { secret: SHOP, header: X-Hub-Signature-256, prefix: sha256= }
    input: { order: "{{ body.order }}", kind: "{{ headers['x-kind'] }}", page: "{{ query.page }}", by: "{{ method }} {{ path }}" }
    idempotency: "{{ body.id }}"
  chat:
    path: chat
    method: PUT
    workflow: hello
    hmac:
      secret: CHAT
      header: X-Signature
      encoding: base64
      timestamp: { header: X-Timestamp, tolerance: 5m, signed: "v0:{timestamp}:{body}" }
  token: { path: token, workflow: hello, token: { secret: SHOP }, input: "{{ headers }}", wait: 30s }
  key: { path: token, method: GET, workflow: hello, token: { secret: SHOP, header: X-Key }, input: { q: "{{ query }}" } }
  open: { path: open, workflow: hello, auth: none }
`;

let folder: string;
let api: ApiUnderTest;
let runs: RunsInMemory;
const said: string[] = [];

beforeAll(async () => {
  await loadPatterns();
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-hooks-'));
});
afterEach(async () => {
  await api.close();
  said.length = 0;
});
afterAll(() => rmSync(folder, { recursive: true }));

function say(message: string): void {
  said.push(message);
}

async function start(text: string, options: Parameters<typeof ApiUnderTest.start>[0] = {}): Promise<void> {
  const read = readConfig(text);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  runs = new RunsInMemory();
  const clock = { now: () => NOW, wake: () => () => undefined };
  const triggers = await openTriggers(read.value, { service: runs, state: folder, env, clock, onProblem: say });
  api = await ApiUnderTest.start({ service: runs, triggers, ...options });
}

function sign(text: string, secret: string, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHmac('sha256', secret).update(text).digest(encoding);
}

async function inputOf(id: string): Promise<Json> {
  const page = await runs.events(id, { after: 0, limit: 1 });
  const event = page?.events[0]?.event;
  return event?.type === 'run.started' ? event.input : null;
}

function idOf({ body }: { readonly body: Json }): string {
  return (body as { readonly id: string }).id;
}

const ORDER = '{"id": 17, "order": {"sku": "ä"}}';
const SIGNED = { 'X-Hub-Signature-256': `sha256=${sign(ORDER, env.SHOP)}` };

test('a signed request starts a run, once for each key, and says so', async () => {
  await start(HOOKS);
  const answer = await api.post('/hooks/shop/orders?page=2', ORDER, { ...SIGNED, 'X-Kind': 'new' });
  expect(answer).toMatchObject({ status: 202, body: { workflow: 'orders/new', status: 'running' } });
  const run = await runs.get(idOf(answer));
  expect(run).toMatchObject({ workflow: 'orders/new', trigger: 'webhook shop' });
  expect(idOf(answer)).toMatch(/^shop-[0-9a-f]{32}$/);
  const expected = { order: { sku: 'ä' }, kind: 'new', page: '2', by: 'POST shop/orders' };
  expect(await inputOf(idOf(answer))).toEqual(expected);
  const again = await api.post('/hooks/shop/orders?page=2', ORDER, { ...SIGNED, 'X-Kind': 'new' });
  expect(again).toMatchObject({ status: 202, headers: { 'idempotent-replayed': 'true' } });
  expect(idOf(again)).toBe(idOf(answer));
  expect(await api.post('/hooks/shop/orders', ORDER, SIGNED)).toMatchObject({ status: 409, code: 'KEY_CONFLICT' });
});

test('the digits of an integer that no number holds reach the run as text', async () => {
  await start(HOOKS);
  const sent = '{"id": 19, "order": {"number": 9007199254740993}}';
  const answer = await api.post('/hooks/shop/orders', sent, {
    'X-Hub-Signature-256': `sha256=${sign(sent, env.SHOP)}`,
  });
  expect(await inputOf(idOf(answer))).toMatchObject({ order: { number: '9007199254740993' } });
});

const other = ORDER.replace('17', '18');
test.each([
  ['no signature', 'POST', 'shop/orders', ORDER, {}, 401, 'SIGNATURE_NEEDED'],
  [
    'a forged one',
    'POST',
    'shop/orders',
    ORDER,
    { 'X-Hub-Signature-256': `sha256=${sign(ORDER, 'guess')}` },
    401,
    'SIGNATURE_REFUSED',
  ],
  ['that of another body', 'POST', 'shop/orders', other, SIGNED, 401, 'SIGNATURE_REFUSED'],
  [
    'one without its prefix',
    'POST',
    'shop/orders',
    ORDER,
    { 'X-Hub-Signature-256': sign(ORDER, env.SHOP) },
    401,
    'SIGNATURE_REFUSED',
  ],
  [
    'half of one',
    'POST',
    'shop/orders',
    ORDER,
    { 'X-Hub-Signature-256': SIGNED['X-Hub-Signature-256'].slice(0, 30) },
    401,
    'SIGNATURE_REFUSED',
  ],
  ['no JSON', 'POST', 'shop/orders', '{', { 'X-Hub-Signature-256': `sha256=${sign('{', env.SHOP)}` }, 400, 'BAD_JSON'],
  [
    'no key',
    'POST',
    'shop/orders',
    '{}',
    { 'X-Hub-Signature-256': `sha256=${sign('{}', env.SHOP)}` },
    422,
    'UNFIT_REQUEST',
  ],
  ['an unknown path', 'POST', 'shop/orders/x', ORDER, SIGNED, 404, 'UNKNOWN_HOOK'],
  ['an unknown path that leads out', 'GET', '..%2fapi%2fruns', undefined, {}, 404, 'UNKNOWN_HOOK'],
  ['another method', 'GET', 'shop/orders', undefined, {}, 405, 'METHOD_REFUSED'],
  ['HEAD where GET starts runs', 'HEAD', 'token', undefined, { 'X-Key': env.SHOP }, 405, null],
  ['a large body', 'POST', 'open', `"${'x'.repeat(2000)}"`, {}, 413, 'TOO_LARGE'],
  ['a compressed body', 'POST', 'open', '1', { 'Content-Encoding': 'gzip' }, 415, 'MEDIA_TYPE_REFUSED'],
  ['no token', 'POST', 'token', '{}', {}, 401, 'TOKEN_NEEDED'],
  ['another token', 'POST', 'token', '{}', { Authorization: 'Bearer guess' }, 401, 'TOKEN_REFUSED'],
  ['a token elsewhere', 'GET', 'token', undefined, { Authorization: `Bearer ${env.SHOP}` }, 401, 'TOKEN_NEEDED'],
  [
    'the page of another site, where anybody may start',
    'POST',
    'open',
    '{}',
    { Origin: 'https://evil.example' },
    403,
    'SITE_REFUSED',
  ],
  ['another host, where anybody may start', 'POST', 'op%65n', '{}', { Host: 'evil.example' }, 421, 'HOST_REFUSED'],
])('%s is refused', async (_what, method, place, body, headers, status, code) => {
  await start(HOOKS, { limits: { bodyBytes: 1000 } });
  const asked = { headers, ...(body === undefined ? {} : { body }) };
  expect(await api.ask(method, `/hooks/${place}`, asked)).toMatchObject({ status, code });
  expect((await runs.list({ limit: 10 }))?.runs).toEqual([]);
});

/** Sends what is signed with its time, in seconds. */
function send(seconds: number, body = '{"n":1}', text = `v0:${seconds}:${body}`): Promise<Answered> {
  const headers = { 'X-Timestamp': String(seconds), 'X-Signature': sign(text, env.CHAT, 'base64') };
  return api.ask('PUT', '/hooks/chat', { body, headers });
}

test('what is signed with its time is taken within the tolerance, and once', async () => {
  await start(HOOKS);
  const now = NOW / 1000;
  const first = await send(now - 299);
  expect(first.status).toBe(202);
  expect(await inputOf(idOf(first))).toEqual({ n: 1 });
  // A replay within the tolerance finds the run.
  expect(await send(now - 299)).toMatchObject({ status: 202, body: first.body });
  expect(await send(now + 299)).toMatchObject({ status: 202 });
  expect((await runs.list({ limit: 10 }))?.runs).toHaveLength(2);
  for (const seconds of [now - 301, now + 301, 0])
    expect(await send(seconds)).toMatchObject({ status: 401, code: 'SIGNATURE_EXPIRED' });
  // Another time than the signed one.
  expect(await send(now, '{}', `v0:${now - 400}:{}`)).toMatchObject({ status: 401, code: 'SIGNATURE_REFUSED' });
  expect(await send(NOW, '{"ms":true}')).toMatchObject({ status: 202 });
});

test('an answer waits for the result, and no header that signs in is an input', async () => {
  await start(HOOKS);
  const headers = { Authorization: `Bearer ${env.SHOP}`, Cookie: 'a=b', 'X-Other': 'seen' };
  const asked = api.post('/hooks/token', '{}', headers);
  await expect.poll(async () => (await runs.list({ limit: 1 }))?.runs.length).toBe(1);
  const id = (await runs.list({ limit: 1 }))?.runs[0]?.id ?? '';
  const input = JSON.stringify(await inputOf(id));
  expect(input).toContain('seen');
  expect(input).not.toMatch(/tulip|a=b/);
  runs.finish(id, { greeting: 'Hello' });
  expect(await asked).toMatchObject({
    status: 200,
    body: { id, workflow: 'hello', status: 'success', output: { greeting: 'Hello' }, error: null },
  });
});

test.each([
  ['application/x-www-form-urlencoded', 'a=1&b=x+y&b=z', { a: '1', b: ['x y', 'z'] }],
  ['application/cloudevents+json; charset=utf-8', '{"a": 1}', { a: 1 }],
  ['text/plain', 'as it is', 'as it is'],
  ['application/json', '', null],
])('a body of %s is an input', async (type, body, expected) => {
  await start(HOOKS);
  const answer = await api.post('/hooks/open', body, { 'Content-Type': type });
  expect(answer.status).toBe(202);
  expect(await inputOf(idOf(answer))).toEqual(expected);
});

test('a query is an input', async () => {
  await start(HOOKS);
  const answer = await api.get('/hooks/token?a=1&b=2&b=3', { 'X-Key': env.SHOP });
  expect(await inputOf(idOf(answer))).toEqual({ q: { a: '1', b: ['2', '3'] } });
});

test('beyond loopback no token of the server is asked for, and nothing else is open', async () => {
  const tokens = new TokenFile(folder, () => NOW);
  await tokens.create({ name: 'one', scope: 'run', expiresAt: null });
  await start(HOOKS, { host: '0.0.0.0', tokens });
  const far = { Host: 'hooks.example' };
  expect(await api.post('/hooks/shop/orders', ORDER, { ...SIGNED, ...far })).toMatchObject({ status: 202 });
  expect(await api.post('/hooks/open', '{}', { ...far, Origin: 'https://a.example' })).toMatchObject({ status: 202 });
  for (const place of ['/api/triggers', '/hooks/../api/triggers', '/hooks/%2e%2e/api/triggers', '/hooks', '/hooksx'])
    expect(await statusOf(place)).toBe(401);
});

/** Sends a path as it is: clients take dots out of it. */
function statusOf(place: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port: api.port, path: place }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asking.on('error', reject);
    asking.end();
  });
}

test('a workflow with errors is told to the server alone', async () => {
  await start(HOOKS);
  runs.refusal = { type: 'check', message: '1 error keeps “hello” from running.', diagnostics: [] };
  for (let n = 0; n < 2; n += 1)
    expect(await api.post('/hooks/open', '{}')).toMatchObject({ status: 500, code: 'HOOK_BROKEN' });
  expect(said).toEqual(['webhook open: 1 error keeps “hello” from running.']);
  const listed = { name: 'open', method: 'POST', path: '/hooks/open', workflow: 'hello', auth: 'none' };
  const { body } = await api.get('/api/triggers');
  expect(body).toMatchObject({
    webhooks: [{ name: 'shop', auth: 'hmac' }, {}, {}, {}, { ...listed, problem: said[0]?.slice(14) }],
  });
  expect(JSON.stringify(body)).not.toContain(env.SHOP);
  runs.refusal = null;
  expect(await api.post('/hooks/open', '{}')).toMatchObject({ status: 202 });
  expect((await api.get('/api/triggers')).body).toMatchObject({ webhooks: [{}, {}, {}, {}, { problem: null }] });
});

test('a secret that the environment lacks ends the server', async () => {
  await start(HOOKS);
  const read = readConfig('webhooks: { a: { path: a, workflow: hello, token: { secret: GONE } } }');
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const given = { service: runs, state: folder, env, onProblem: () => undefined };
  await expect(openTriggers(read.value, given)).rejects.toThrow(
    'webhooks.a.token.secret is GONE, and there is no such variable in the environment. Set it.',
  );
});
