import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/index.ts';
import { makeToolCall } from '../../testing/calls.ts';
import { serveLoopback } from '../../testing/serving/serveLoopback.ts';
import { createPerformer, type Performer } from '../createPerformer.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Question {
  readonly id?: number;
  readonly method: string;
  readonly params?: JsonObject;
}

/** What a server answers to a method: a result, or the whole response. */
type Answers = (question: Question, response: ServerResponse) => Json | undefined;

async function start(answers: Answers): Promise<{ readonly performer: Performer; readonly url: string }> {
  const server = await serveLoopback((request: IncomingMessage, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const question: Question = JSON.parse(body);
      if (question.id === undefined) return void response.writeHead(202).end();
      const hello = {
        protocolVersion: question.params?.['protocolVersion'] ?? '',
        capabilities: { tools: {} },
        serverInfo: { name: 'test', version: '1' },
      };
      const result = question.method === 'initialize' ? hello : answers(question, response);
      if (result === undefined) return;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: question.id, result }));
    });
  });
  const url = `${server.url}mcp`;
  const performer = createPerformer({
    baseUrl: '',
    resolveSecret: () => undefined,
    mcpServers: [{ name: 'loop', url, headers: [] }],
  });
  ends.push(server.close, performer.close);
  return { performer, url };
}

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });

function refuse(status: number, retryAfter: string): Answers {
  return ({ method }, response) => {
    if (method === 'tools/list') return { tools: [tool('t')] };
    response.writeHead(status, { 'retry-after': retryAfter }).end('Come back later.');
    return undefined;
  };
}

test.each([
  [429, '7', 'RATE_LIMIT_ERROR', 7000],
  [503, '120', 'COMMUNICATION_ERROR', 120_000],
  [503, 'soon', 'COMMUNICATION_ERROR', null],
  [500, '120', 'COMMUNICATION_ERROR', null],
])('a server that answers a call with %i and Retry-After %s', async (status, header, code, retryAfter) => {
  const { performer } = await start(refuse(status, header));
  const outcome = await performer.perform(makeToolCall('mcp:loop/t', {}), new AbortController().signal);
  expect(outcome).toMatchObject({
    ok: false,
    retryAfter,
    error: { code, details: { type: 'mcp', server: 'loop', status } },
  });
  if (status === 503)
    expect(outcome).toMatchObject({ error: { message: expect.stringContaining('Come back later.') } });
});

test('a server that asks for more than an hour waits an hour, and the error says so', async () => {
  const { performer } = await start(refuse(429, '86400'));
  expect(await performer.perform(makeToolCall('mcp:loop/t', {}), new AbortController().signal)).toMatchObject({
    ok: false,
    retryAfter: 3_600_000,
    error: { message: expect.stringContaining('86400 s'), details: { retry_after: 86_400_000 } },
  });
});

test('a server that refuses the handshake for a while is waited for too', async () => {
  const { performer } = await start((_, response) => {
    response.writeHead(503, { 'retry-after': '9' }).end();
    return undefined;
  });
  expect(await performer.perform(makeToolCall('mcp:loop/t', {}), new AbortController().signal)).toMatchObject({
    ok: false,
    retryAfter: 9000,
  });
});

test('a list of tools that has no end is cut, which is said where a tool is missed and where the list is shown', async () => {
  let pages = 0;
  const { performer, url } = await start(({ method }) => {
    if (method !== 'tools/list') return { content: [{ type: 'text', text: 'done' }] };
    pages += 1;
    return { tools: [tool(`t${pages}`)], nextCursor: `page-${pages}` };
  });
  const signal = new AbortController().signal;
  const note = /more than 50 pages: only the 50 tools of the first 50 are known/;
  expect(await performer.perform(makeToolCall('mcp:loop/t51', {}), signal)).toMatchObject({
    ok: false,
    error: { code: 'REFERENCE_ERROR', message: expect.stringMatching(note) },
  });
  expect(await performer.perform(makeToolCall('mcp:loop/t50', {}), signal)).toMatchObject({ ok: true });
  pages = 0;
  const listed = await performer.listTools({ name: 'loop', url, headers: [] }, signal);
  expect(listed).toMatchObject({ ok: true, value: { note: expect.stringMatching(note) } });
  expect(pages).toBe(50);
});

test('a list of tools that ends is whole', async () => {
  let pages = 0;
  const { performer, url } = await start(() => {
    pages += 1;
    return pages < 50 ? { tools: [tool(`t${pages}`)], nextCursor: `page-${pages}` } : { tools: [tool('last')] };
  });
  const listed = await performer.listTools({ name: 'loop', url, headers: [] }, new AbortController().signal);
  expect(listed).toMatchObject({ ok: true, value: { note: null } });
  expect(listed.ok && listed.value.tools).toHaveLength(50);
});
