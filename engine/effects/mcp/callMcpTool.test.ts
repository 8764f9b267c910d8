import { afterEach, expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import type { Outcome, ToolCall } from '../../run/index.ts';
import { makeToolCall } from '../../testing/calls.ts';
import { type McpLoopback, type McpServerOptions, serveMcp } from '../../testing/serveMcp.ts';
import { createPerformer, type Performer } from '../createPerformer.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(
  options: McpServerOptions = {},
  headers: readonly (readonly [string, string])[] = [],
): Promise<{ readonly server: McpLoopback; readonly performer: Performer }> {
  const server = await serveMcp(options);
  const performer = createPerformer({
    baseUrl: '',
    resolveSecret: (token) => (token === 'KEY.salt' ? 'Bearer open' : undefined),
    mcpServers: [{ name: 'loop', url: server.url, headers }],
  });
  ends.push(server.close, performer.close);
  return { server, performer };
}

function call(
  performer: Performer,
  use: string,
  input: Json = {},
  { signal = new AbortController().signal, ...extra }: Partial<ToolCall> & { signal?: AbortSignal } = {},
): Promise<Outcome> {
  return performer.perform(makeToolCall(use, input, extra), signal);
}

test('a tool answers with its structured value, or with its text, also as JSON', async () => {
  const { performer, server } = await start();
  expect(await call(performer, 'mcp:loop/add', { a: 2, b: 3 })).toMatchObject({ ok: true, value: { sum: 5 } });
  expect(await call(performer, 'mcp:loop/greet', { name: 'Ada' })).toMatchObject({
    ok: true,
    value: { text: '{"said":"Hello Ada"}', data: { said: 'Hello Ada' }, content: [{ type: 'text' }] },
  });
  expect(server.sessions.size).toBe(1);
});

test('a run keeps one session and ends it', async () => {
  const { performer, server } = await start();
  await Promise.all([1, 2, 3].map((n) => call(performer, 'mcp:loop/add', { a: n, b: 1 })));
  expect(server.sessions.size).toBe(1);
  performer.close();
  await expect.poll(() => server.sessions.size).toBe(0);
});

test('a session the server forgot is begun again', async () => {
  const { performer, server } = await start();
  await call(performer, 'mcp:loop/add', { a: 2, b: 3 });
  const [first] = server.sessions.keys();
  server.sessions.clear();
  expect(await call(performer, 'mcp:loop/add', { a: 2, b: 4 })).toMatchObject({ ok: true, value: { sum: 6 } });
  expect([...server.sessions.keys()]).not.toContain(first);
});

test('input that does not fit the declared schema never leaves', async () => {
  const { performer, server } = await start();
  const outcome = await call(performer, 'mcp:loop/add', { a: 'two', b: 3 });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR', details: { reason: 'input' } } });
  expect(server.calls).toEqual([]);
});

test('what is not there is named with what is', async () => {
  const { performer } = await start();
  expect(await call(performer, 'mcp:other/add')).toMatchObject({
    error: {
      code: 'REFERENCE_ERROR',
      message: expect.stringContaining('There is: loop'),
      details: { available: ['loop'] },
    },
  });
  expect(await call(performer, 'mcp:loop/multiply')).toMatchObject({
    error: { code: 'REFERENCE_ERROR', message: expect.stringContaining('It has: add, greet, fails, slow') },
  });
});

test('an error of the tool is an EXECUTION_ERROR in its words', async () => {
  const { performer } = await start();
  expect(await call(performer, 'mcp:loop/fails')).toMatchObject({
    error: { code: 'EXECUTION_ERROR', message: 'The printer is on fire.' },
  });
});

test('credentials are asked for, and a secret in a header gets there', async () => {
  const closed = await start({ authorization: 'Bearer open' });
  expect(await call(closed.performer, 'mcp:loop/add', { a: 1, b: 1 })).toMatchObject({
    error: { code: 'AUTHENTICATION_ERROR' },
  });
  const open = await start({ authorization: 'Bearer open' }, [['Authorization', '⟦secret:KEY.salt⟧']]);
  expect(await call(open.performer, 'mcp:loop/add', { a: 1, b: 1 })).toMatchObject({ ok: true, value: { sum: 2 } });
});

test('a server that is not there, or is none, is a COMMUNICATION_ERROR that says so', async () => {
  const { performer, server } = await start();
  await server.close();
  expect(await call(performer, 'mcp:loop/add', { a: 1, b: 1 })).toMatchObject({
    error: {
      code: 'COMMUNICATION_ERROR',
      message: expect.stringMatching(/“loop” cannot be used.*Nothing listens there/),
    },
  });
});

test('a tool that takes too long is a TIMEOUT_ERROR; an abort is heard at once', async () => {
  const { performer } = await start();
  expect(await call(performer, 'mcp:loop/slow', {}, { config: { timeout: '200ms' } })).toMatchObject({
    error: { code: 'TIMEOUT_ERROR' },
  });
  const controller = new AbortController();
  const outcome = call(performer, 'mcp:loop/slow', {}, { signal: controller.signal });
  controller.abort();
  expect(await outcome).toMatchObject({ error: { code: 'CANCELLED' } });
});

test('a simulated run asks no server', async () => {
  const { performer, server } = await start();
  expect(await call(performer, 'mcp:loop/add', {}, { simulate: true })).toMatchObject({ ok: true, simulated: true });
  expect(server.sessions.size).toBe(0);
});
