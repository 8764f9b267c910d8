import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadPatterns } from '../../../base/index.ts';
import { readConfig } from '../../../serveConfig/index.ts';
import { type LogEntry, openTriggers } from '../../../service/index.ts';
import { TokenFile } from '../TokenFile.ts';
import { type Answered, ApiUnderTest } from '../testing.ts';
import { RunsInMemory } from '../testingRuns.ts';

const CONFIG = `
webhooks:
  shop:
    path: shop
    workflow: hello
    token: { secret: SHOP }
    idempotency: "{{ body.id }}"
    rate: 2/h
schedules: { night: { workflow: hello, cron: "0 3 1 1 *" } }
mcp: [hello]
`;

let folder: string;
let runs: RunsInMemory;
let tokens: TokenFile;
let api: ApiUnderTest;
let end: () => Promise<void>;
let logged: LogEntry[];

beforeEach(async () => {
  await loadPatterns();
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-rates-'));
  const config = readConfig(CONFIG);
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  runs = new RunsInMemory();
  const env = { SHOP: 'tulip-4711' };
  const triggers = await openTriggers(config.value, { service: runs, state: folder, env, onProblem: () => undefined });
  tokens = new TokenFile(folder);
  logged = [];
  api = await ApiUnderTest.start({ service: runs, triggers, tokens, log: (entry) => void logged.push(entry) });
  end = () => triggers.end();
  api.token = (await tokens.create({ name: 'ci', scope: 'admin', expiresAt: null, rate: '2/h' })).token;
});
afterEach(async () => {
  await end();
  await api.close();
  rmSync(folder, { recursive: true });
});

const start = (key?: string): Promise<Answered> =>
  api.post('/api/workflows/hello/runs', {}, key === undefined ? {} : { 'Idempotency-Key': key });

/** Takes what the token may change. */
async function spend(): Promise<void> {
  for (const key of ['one', 'two']) expect((await start(key)).status).toBe(202);
}

test('starts beyond the rate of a token are refused until there is a permit, and told of once', async () => {
  await spend();
  for (let count = 0; count < 3; count++)
    expect(await start()).toMatchObject({
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      headers: { 'retry-after': expect.stringMatching(/^1[78]\d\d$/) },
    });
  expect(logged).toMatchObject([{ event: 'request.refused', code: 'TOO_MANY_REQUESTS', address: '127.0.0.1' }]);
  expect(logged[0]?.message).toContain('token ci');
  expect((await api.get('/api/runs')).body).toMatchObject({ runs: [{}, {}], next: null });
});

test('a start that is sent again, what is only read, and what does not exist take no permit', async () => {
  expect((await start('one')).status).toBe(202);
  for (let count = 0; count < 4; count++) {
    expect(await start('one')).toMatchObject({ status: 202, headers: { 'idempotent-replayed': 'true' } });
    expect((await api.get('/api/runs')).status).toBe(200);
    expect((await api.post('/api/schedules/none/run')).code).toBe('UNKNOWN_SCHEDULE');
  }
  expect((await start('two')).status).toBe(202);
  expect((await start('three')).status).toBe(429);
  expect((await start('one')).status).toBe(202);
});

test.each([
  ['POST', '/api/runs/ID/cancel'],
  ['POST', '/api/runs/ID/pause'],
  ['POST', '/api/runs/ID/resume'],
  ['POST', '/api/runs/ID/signals/approved'],
  ['DELETE', '/api/runs/ID'],
  ['POST', '/api/schedules/night/pause'],
  ['POST', '/api/schedules/night/run'],
])('%s %s changes something, and is held to the rate', async (method, place) => {
  const { body } = await start('one');
  const { id } = body as { id: string };
  await start('two');
  expect(await api.ask(method, place.replace('ID', id))).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
});

test('each run that is cancelled or retried with many others takes a permit', async () => {
  await spend();
  expect((await api.post('/api/runs/cancel', { workflow: 'hello' })).body).toMatchObject({
    matched: 2,
    done: 0,
    refused: [{ code: 'TOO_MANY_REQUESTS' }, { code: 'TOO_MANY_REQUESTS' }],
  });
  expect(runs.controls).toEqual([]);
  const counts = 'signalbox_refusals_total{rule="token.rate",name="ci",code="TOO_MANY_REQUESTS"} 2\n';
  expect((await api.get('/metrics')).text).toContain(counts);
});

const ask = (method: string, params: object): Promise<Answered> =>
  api.post('/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), {
    Accept: 'application/json, text/event-stream',
  });

test('an agent is told to wait, and may list tools meanwhile', async () => {
  await spend();
  const { text } = await ask('tools/call', { name: 'hello', arguments: {} });
  expect(text).toContain('"isError":true');
  expect(text).toMatch(/Wait \d+ s/);
  expect((await ask('tools/list', {})).text).toContain('"hello"');
  expect(logged).toHaveLength(1);
});

test('other tokens are not held to it', async () => {
  await spend();
  expect((await start()).status).toBe(429);
  api.token = (await tokens.create({ name: 'other', scope: 'run', expiresAt: null })).token;
  expect((await start()).status).toBe(202);
});

test('a webhook is held to its rate after its secret, and a delivery that is known is answered as before', async () => {
  api.token = null;
  const deliver = (id: string, secret = 'tulip-4711'): Promise<Answered> =>
    api.post('/hooks/shop', { id }, { Authorization: `Bearer ${secret}` });
  for (const secret of ['rose', 'rose']) expect((await deliver('a', secret)).status).toBe(401);
  for (const id of ['a', 'b']) expect((await deliver(id)).status).toBe(202);
  logged.length = 0;
  for (const id of ['c', 'd'])
    expect(await deliver(id)).toMatchObject({
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      headers: { 'retry-after': expect.stringMatching(/^1[78]\d\d$/) },
    });
  expect(await deliver('a')).toMatchObject({ status: 202, headers: { 'idempotent-replayed': 'true' } });
  expect((await deliver('a', 'rose')).status).toBe(401);
  const held = logged.filter(({ code }) => code === 'TOO_MANY_REQUESTS');
  expect(held).toMatchObject([{ event: 'webhook.refused', message: expect.stringContaining('webhook shop') }]);
});
