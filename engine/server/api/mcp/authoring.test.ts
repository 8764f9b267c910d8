import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../../base/index.ts';
import { authoringRoutes } from '../routes/authoring.ts';
import { TokenFile } from '../TokenFile.ts';
import { type Answered, ApiUnderTest } from '../testing.ts';

const ACCEPT = { Accept: 'application/json, text/event-stream' };
const clientInfo = { name: 'test', version: '1' };
const FIRST = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
};
const PING = { jsonrpc: '2.0', id: 2, method: 'ping' };

let api: ApiUnderTest;
let folder: string;
let begun: (string | null)[];
/** Told of a call, which is answered after that. */
let called: (() => void) | null;
let release: Promise<void>;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-authoring-'));
  begun = [];
  called = null;
  release = Promise.resolve();
});

afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

function beginTools(caller: string | null): Server {
  begun.push(caller);
  const server = new Server({ name: 'tools', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(CallToolRequestSchema, async () => {
    called?.();
    await release;
    return { content: [{ type: 'text', text: 'held' }] };
  });
  return server;
}

async function start(tokens: TokenFile | null): Promise<void> {
  api = await ApiUnderTest.start({ tokens, authoring: beginTools, limits: { bodyBytes: 2000 } });
}

function ask(message: Json, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  return api.post('/mcp/authoring', JSON.stringify(message), { ...ACCEPT, ...headers });
}

/** Begins a session; the header that names it. */
async function begin(): Promise<Readonly<Record<string, string>>> {
  const { status, headers } = await ask(FIRST);
  expect(status).toBe(200);
  return { 'Mcp-Session-Id': String(headers['mcp-session-id']) };
}

describe('a session', () => {
  beforeEach(() => start(null));

  test('lasts until its client ends it', async () => {
    const session = await begin();
    expect(await ask(PING, session)).toMatchObject({ status: 200, text: expect.stringContaining('"id":2') });
    expect(await api.ask('DELETE', '/mcp/authoring', { headers: session })).toMatchObject({ status: 204 });
    expect(await ask(PING, session)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await api.ask('DELETE', '/mcp/authoring', { headers: session })).toMatchObject({ status: 404 });
  });

  test('ends where so many others begin that it is the one unused for longest', async () => {
    const [used, unused] = [await begin(), await begin()];
    for (let index = 0; index < 30; index += 1) await begin();
    expect(await ask(PING, used)).toMatchObject({ status: 200 });
    await begin();
    expect(await ask(PING, unused)).toMatchObject({ status: 404 });
    expect(await ask(PING, used)).toMatchObject({ status: 200 });
  });

  test('is not ended by others while a call of it is in progress', async () => {
    const [busy, idle] = [await begin(), await begin()];
    let go: (() => void) | undefined;
    release = new Promise((resolve) => (go = resolve));
    const begins = new Promise<void>((resolve) => (called = resolve));
    const answered = ask({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'hold' } }, busy);
    await begins;
    for (let index = 0; index < 33; index += 1) await begin();
    expect(await ask(PING, idle)).toMatchObject({ status: 404 });
    go?.();
    expect(await answered).toMatchObject({ status: 200, text: expect.stringContaining('held') });
    // It was used last, and is the next to go once others are used after it.
    for (let index = 0; index < 32; index += 1) await begin();
    expect(await ask(PING, busy)).toMatchObject({ status: 404 });
  });

  test.each<[string, Json, Readonly<Record<string, string>>, number, string]>([
    ['a message before the first', PING, {}, 400, 'BAD_REQUEST'],
    ['a session that is not there', PING, { 'Mcp-Session-Id': 'x' }, 404, 'NOT_FOUND'],
    ['several messages at once', [PING, PING], {}, 422, 'INVALID_BODY'],
    ['what is no message', { a: 1 }, {}, 400, 'BAD_REQUEST'],
    ['a first message without the answers that it takes', FIRST, { Accept: 'text/html' }, 400, 'BAD_REQUEST'],
    ['too much', { ...PING, params: { text: 'x'.repeat(3000) } }, {}, 413, 'TOO_LARGE'],
    ['the page of another site', FIRST, { Origin: 'https://evil.example' }, 403, 'SITE_REFUSED'],
    ['a form of another site', FIRST, { 'Sec-Fetch-Site': 'cross-site' }, 403, 'SITE_REFUSED'],
    ['another name that leads here', FIRST, { Host: 'evil.example' }, 421, 'HOST_REFUSED'],
    ['a page, which sends no JSON unasked', FIRST, { 'Content-Type': 'text/plain' }, 415, 'MEDIA_TYPE_REFUSED'],
  ])('is not begun or continued by %s', async (_, message, headers, status, code) => {
    expect(await ask(message, headers)).toMatchObject({ status, code });
    const session = await begin();
    expect(await ask(PING, session)).toMatchObject({ status: 200 });
    expect(api.defects).toEqual([]);
  });

  test('that the library refused is not kept', async () => {
    const session = await begin();
    for (let index = 0; index < 33; index += 1) await ask(FIRST, { Accept: 'text/html' });
    expect(await ask(PING, session)).toMatchObject({ status: 200 });
  });
});

test('a session is that of the token that began it, which may do everything at the server', async () => {
  const tokens = new TokenFile(folder);
  const create = async (name: string, scope: 'admin' | 'run', workflows?: readonly string[]): Promise<string> =>
    (await tokens.create({ name, scope, expiresAt: null, ...(workflows ? { workflows } : {}) })).token;
  const [mine, other] = [await create('mine', 'admin'), await create('other', 'admin')];
  const [runs, limited] = [await create('runs', 'run'), await create('limited', 'admin', ['orders/*'])];
  await start(tokens);
  expect(await ask(FIRST)).toMatchObject({ status: 401, code: 'TOKEN_NEEDED' });
  for (const token of [runs, limited]) {
    api.token = token;
    expect(await ask(FIRST)).toMatchObject({ status: 403, code: 'SCOPE_NEEDED' });
  }
  api.token = mine;
  const session = await begin();
  api.token = other;
  expect(await ask(PING, session)).toMatchObject({ status: 404 });
  expect(await api.ask('DELETE', '/mcp/authoring', { headers: session })).toMatchObject({ status: 404 });
  api.token = mine;
  expect(await ask(PING, session)).toMatchObject({ status: 200 });
  expect(begun).toEqual(['token mine']);
});

test('what serves the tools alone says where they are', async () => {
  api = await ApiUnderTest.start({ routes: authoringRoutes });
  expect(await api.get('/')).toMatchObject({
    code: 'NOT_FOUND',
    text: expect.stringContaining('This server has only /mcp/authoring.'),
  });
});

test('a server has no such tools unless it is told to', async () => {
  api = await ApiUnderTest.start();
  const answered = await ask(FIRST);
  expect(answered).toMatchObject({ status: 404, code: 'NOT_FOUND', text: expect.stringContaining('--authoring') });
});
