import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isJsonObject, type Json, loadPatterns } from '../../base/index.ts';
import { createPerformer } from '../../effects/index.ts';
import type { Outcome } from '../../run/index.ts';
import { readConfig } from '../../serveConfig/index.ts';
import { openTriggers } from '../../service/index.ts';
import { makeToolCall } from '../../testing/calls.ts';
import { TokenFile } from './TokenFile.ts';
import { ApiUnderTest } from './testing.ts';
import { RunsInMemory } from './testingRuns.ts';

const TOOLS = `
mcp:
  - orders/new
  - { workflow: hello, name: greet, description: Greets a person., wait: 20ms }
  - broken
`;

let folder: string;
let api: ApiUnderTest;
let runs: RunsInMemory;
let performer: ReturnType<typeof createPerformer>;
beforeEach(async () => {
  await loadPatterns();
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-mcp-'));
  runs = new RunsInMemory();
  runs.known.push({ name: 'broken', title: null, description: null, input: null, isValid: false, digest: 'c3' });
  runs.known[0] = {
    name: 'orders/new',
    title: 'New order',
    description: null,
    input: ORDER,
    isValid: true,
    digest: 'a1',
  };
  const read = readConfig(TOOLS);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const triggers = await openTriggers(read.value, {
    service: runs,
    state: folder,
    env: {},
    onProblem: () => undefined,
  });
  const tokens = new TokenFile(folder);
  const { token } = await tokens.create({ name: 'agent', scope: 'run', expiresAt: null });
  const reading = await tokens.create({ name: 'viewer', scope: 'read', expiresAt: null });
  api = await ApiUnderTest.start({ service: runs, triggers, tokens, limits: { heartbeat: 20 } });
  api.token = token;
  const server = (name: string, secret: string) => ({
    name,
    url: `${api.address}/mcp`,
    headers: [['Authorization', `Bearer ${secret}`]] as const,
  });
  performer = createPerformer({
    baseUrl: '',
    resolveSecret: () => undefined,
    mcpServers: [server('own', token), server('viewer', reading.token), server('none', 'sbx_1')],
  });
});
afterEach(async () => {
  performer.close();
  await api.close();
  rmSync(folder, { recursive: true });
});

const ORDER = { properties: { sku: { type: 'string' } }, required: ['sku'] };

/** Calls a tool by the product's own client. */
function call(tool: string, input: Json, server = 'own'): Promise<Outcome> {
  return performer.perform(makeToolCall(`mcp:${server}/${tool}`, input), new AbortController().signal);
}

/** Asks by JSON-RPC, as no client would do it. */
async function ask(method: string, params: Json = {}): Promise<Json> {
  const { status, text } = await api.post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, ACCEPT);
  expect(status).toBe(200);
  const [, data = 'null'] = /^data: (.*)$/m.exec(text) ?? [];
  return JSON.parse(data);
}

const ACCEPT = { Accept: 'application/json, text/event-stream' };

async function newest() {
  return (await runs.list({ limit: 1 }))?.runs ?? [];
}

async function lastRun(): Promise<string> {
  await expect.poll(async () => (await newest()).length, { timeout: 10_000 }).toBe(1);
  return (await newest())[0]?.id ?? '';
}

test('a client finds the tools with the schemas of their workflows', async () => {
  const listed = await ask('tools/list');
  expect(listed).toMatchObject({
    result: {
      tools: [
        { name: 'orders_new', title: 'New order', description: 'New order', inputSchema: { ...ORDER, type: 'object' } },
        { name: 'greet', description: 'Greets a person.', inputSchema: { type: 'object' } },
      ],
    },
  });
  expect((await api.get('/api/triggers')).body).toMatchObject({
    tools: [
      { name: 'orders_new', workflow: 'orders/new', problem: null },
      { name: 'greet', problem: null },
      { name: 'broken', problem: 'Its workflow has errors. Look at them: signalbox check.' },
    ],
  });
});

test('a call starts a run, and is answered with what came of it', async () => {
  const called = call('orders_new', { sku: 'a' });
  const id = await lastRun();
  expect(await runs.get(id)).toMatchObject({ workflow: 'orders/new', trigger: 'mcp orders_new, token agent' });
  runs.finish(id, { ordered: true });
  expect(await called).toMatchObject({
    ok: true,
    value: { run_id: id, status: 'success', output: { ordered: true }, error: null },
  });
});

test('a run that fails is an error of the tool', async () => {
  const called = call('orders_new', { sku: 'a' });
  const id = await lastRun();
  const error = { code: 'EXECUTION_ERROR', message: 'The shop is closed.', details: null } as const;
  runs.change(id, { status: 'error', error, endedAt: 1 });
  expect(await called).toMatchObject({ ok: false, error: { code: 'EXECUTION_ERROR', message: 'The shop is closed.' } });
});

test('a run that takes longer than the tool says goes on, and the call says so', async () => {
  const outcome = await call('greet', {});
  const id = await lastRun();
  expect(outcome).toMatchObject({ ok: true, value: { run_id: id, status: 'running', output: null } });
});

test('arguments that do not fit are refused with their places', async () => {
  const message = 'The input does not fit.';
  const details = { errors: [{ path: '/sku', message: 'must be a text' }] };
  runs.refusal = { type: 'invalid', message, error: { code: 'VALIDATION_ERROR', message, details } };
  const answer = await ask('tools/call', { name: 'orders_new', arguments: { sku: 1 } });
  expect(answer).toMatchObject({
    result: { isError: true, content: [{ type: 'text', text: 'The input does not fit.\n/sku must be a text' }] },
  });
});

test('an unknown tool is an error of the protocol', async () => {
  const answer = await ask('tools/call', { name: 'other', arguments: {} });
  expect(answer).toMatchObject({
    error: { code: -32602, message: expect.stringContaining('There is no tool "other".') },
  });
  expect(await ask('resources/list')).toMatchObject({ error: { code: -32601 } });
});

test('it begins with the versions of the protocol that the client has', async () => {
  const clientInfo = { name: 'test', version: '1' };
  for (const protocolVersion of ['2025-06-18', '2025-03-26']) {
    const answer = await ask('initialize', { protocolVersion, capabilities: {}, clientInfo });
    expect(answer).toMatchObject({
      result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'signalbox' } },
    });
  }
  const begun = { jsonrpc: '2.0', method: 'notifications/initialized' };
  expect(await api.post('/mcp', begun, ACCEPT)).toMatchObject({ status: 202, text: '' });
});

test.each([
  ['viewer', 'SCOPE_NEEDED'],
  ['none', 'TOKEN_REFUSED'],
])('the token of %s is refused', async (server, code) => {
  const outcome = await call('greet', {}, server);
  expect(outcome.ok).toBe(false);
  expect(JSON.stringify(outcome)).toContain(code === 'SCOPE_NEEDED' ? '403' : '401');
  expect(await newest()).toEqual([]);
});

test.each([
  ['GET', undefined, {}, 405, 'METHOD_REFUSED'],
  ['POST', '{', ACCEPT, 400, 'BAD_JSON'],
  ['POST', '7', ACCEPT, 422, 'INVALID_BODY'],
  ['POST', '{"a":1}', ACCEPT, 400, 'BAD_REQUEST'],
  ['POST', '{"jsonrpc":"2.0","id":1,"method":"ping"}', {}, 400, 'BAD_REQUEST'],
  [
    'POST',
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    { ...ACCEPT, 'Mcp-Protocol-Version': '1999' },
    400,
    'BAD_REQUEST',
  ],
])('%s %j %j is refused', async (method, body, headers, status, code) => {
  const asked = await api.ask(method, '/mcp', { headers, ...(body === undefined ? {} : { body }) });
  expect(asked).toMatchObject({ status, code });
  expect(isJsonObject(asked.body) && asked.body['detail']).toMatch(/\w/);
});

test('signs of life come while a call waits, and a caller that goes leaves nothing behind', async () => {
  const headers = { ...ACCEPT, 'Content-Type': 'application/json', Authorization: `Bearer ${api.token}` };
  const params = { name: 'orders_new', arguments: { sku: 'a' } };
  const asking = request({ host: '127.0.0.1', port: api.port, path: '/mcp', method: 'POST', headers, agent: false });
  asking.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  const [answer]: IncomingMessage[] = await once(asking, 'response');
  const [first]: Buffer[] = answer === undefined ? [] : await once(answer, 'data');
  expect(String(first)).toMatch(/^:/);
  const id = await lastRun();
  // The server itself follows each run for its counts.
  expect(runs.watchersOf(id)).toBe(2);
  asking.destroy();
  await expect.poll(() => runs.watchersOf(id)).toBe(1);
});
