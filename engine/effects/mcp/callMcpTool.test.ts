import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Json } from '../../base/index.ts';
import type { Outcome, ToolCall } from '../../run/index.ts';
import { makeToolCall } from '../../testing/calls.ts';
import { serveLoopback } from '../../testing/serving/serveLoopback.ts';
import { type McpLoopback, type McpServerOptions, serveMcp } from '../../testing/serving/serveMcp.ts';
import { createPerformer, type Performer } from '../createPerformer.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  vi.unstubAllGlobals();
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
      message: expect.stringContaining('This run can use loop.'),
      details: { available: ['loop'] },
    },
  });
  expect(await call(performer, 'mcp:loop/multiply')).toMatchObject({
    error: { code: 'REFERENCE_ERROR', message: expect.stringContaining('It has add, greet, fails, lies, slow.') },
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

test('a missing server, or one without MCP, is a COMMUNICATION_ERROR that says so', async () => {
  const { performer, server } = await start();
  await server.close();
  expect(await call(performer, 'mcp:loop/add', { a: 1, b: 1 })).toMatchObject({
    error: {
      code: 'COMMUNICATION_ERROR',
      message: expect.stringMatching(/“loop” cannot be used.*Nothing listens there/),
    },
  });
});

test('a tool that takes too long is a TIMEOUT_ERROR; an abort ends the call immediately', async () => {
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

test('an answer that breaks the schema the server declares is a VALIDATION_ERROR that says where', async () => {
  const { performer } = await start();
  expect(await call(performer, 'mcp:loop/lies')).toMatchObject({
    ok: false,
    error: {
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/“lies” of the MCP server “loop” answers does not fit .*at \/sum/),
      details: { reason: 'output', errors: [{ path: '/sum', keyword: 'type' }] },
    },
  });
});

/** What a page of another site sees of answers whose session is not exposed. */
const hiding: typeof fetch = async (input, init) => {
  const { body, status, headers } = await fetch(input, init);
  const shown = [...headers].filter(([name]) => name !== 'mcp-session-id');
  return new Response(body, { status, headers: shown });
};

test('a browser that does not see the session gets an error naming the header the server hides', async () => {
  const server = await serveMcp();
  const context = { baseUrl: '', resolveSecret: () => undefined, fetch: hiding };
  const performer = createPerformer({ ...context, mcpServers: [{ name: 'loop', url: server.url, headers: [] }] });
  ends.push(server.close, performer.close);
  expect(await call(performer, 'mcp:loop/add', { a: 1, b: 1 })).toMatchObject({
    error: { code: 'COMMUNICATION_ERROR', message: expect.not.stringContaining('Access-Control') },
  });
  vi.stubGlobal('location', new URL('https://app.example/'));
  const explained = {
    message: expect.stringContaining('Access-Control-Expose-Headers name Mcp-Session-Id'),
    details: { reason: 'cors' },
  };
  expect(await call(performer, 'mcp:loop/add', { a: 1, b: 1 })).toMatchObject({ error: explained });
  const tools = await performer.listTools({ name: 'loop', url: server.url, headers: [] }, new AbortController().signal);
  expect(tools).toMatchObject({ ok: false, error: explained });
});

const ADD: readonly Json[] = [{ name: 'add', inputSchema: { type: 'object' } }];

/** A server whose answers to calls are streams that end as `end` has it, before anything was answered. */
async function startBreaking(
  pieces: readonly string[] | ((id: number) => readonly string[]),
  end: 'cut' | 'close',
  tools = ADD,
  type = 'text/event-stream',
): Promise<Performer> {
  const server = await serveLoopback((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const { id, method, params } = JSON.parse(body);
      const answers: Readonly<Record<string, Json>> = {
        initialize: {
          protocolVersion: params?.protocolVersion ?? '',
          capabilities: { tools: {} },
          serverInfo: { name: 'breaks', version: '1' },
        },
        'tools/list': { tools },
      };
      const result = answers[method];
      if (id === undefined) return void response.writeHead(202).end();
      if (result !== undefined)
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      response.writeHead(200, { 'content-type': type });
      const sent = typeof pieces === 'function' ? pieces(id) : [': hello\n\n', ...pieces];
      response.write(sent.join(''), () => (end === 'cut' ? response.destroy() : response.end()));
    });
  });
  const mcpServers = [{ name: 'loop', url: `${server.url}mcp`, headers: [] }];
  const performer = createPerformer({ baseUrl: '', resolveSecret: () => undefined, mcpServers });
  ends.push(server.close, performer.close);
  return performer;
}

test.each(['cut', 'close'] as const)('a stream that breaks before its answer fails the call: %s', async (end) => {
  const half = 'event: message\ndata: {"jsonrpc":"2.0","id":2,"resu';
  for (const pieces of [[], [half]]) {
    const performer = await startBreaking(pieces, end);
    expect(await call(performer, 'mcp:loop/add')).toMatchObject({
      ok: false,
      error: { code: 'COMMUNICATION_ERROR', message: expect.stringContaining('closed before it had answered') },
    });
  }
});

test.each([
  [
    'events that answer nothing',
    ['data: {"jsonrpc":"2.0","method":"notifications/x"}\n\n'.repeat(30_000)],
    'too_many_events',
  ],
  ['events that are no messages', ['id: 1\ndata: {}\n\n'.repeat(30_000)], 'too_many_events'],
  [
    'values without end',
    [`data: {"jsonrpc":"2.0","id":2,"result":[${'[],'.repeat(500_001)}`, '0]}\n\n'],
    'json_values',
  ],
  [
    'levels without end',
    [`data: {"jsonrpc":"2.0","id":2,"result":${'['.repeat(1e5)}${']'.repeat(1e5)}}\n\n`],
    'json_depth',
  ],
])('a server that floods a call with %s is cut off, each time', async (_, pieces, reason) => {
  const performer = await startBreaking(pieces, 'close');
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await call(performer, 'mcp:loop/add')).toMatchObject({
      ok: false,
      error: { code: 'LIMIT_ERROR', details: { type: 'mcp', server: 'loop', reason } },
    });
});

test('a server with more tools than anyone has is refused', async () => {
  for (const [count, reason] of [
    [6_000, 'too_many_tools'],
    [60_000, 'json_values'],
  ] as const) {
    const tools = Array.from({ length: count }, (_, index) => ({ name: `t${index}`, inputSchema: { type: 'object' } }));
    const performer = await startBreaking([], 'close', tools);
    expect(await call(performer, 'mcp:loop/t0')).toMatchObject({
      ok: false,
      error: { code: 'LIMIT_ERROR', details: { type: 'mcp', server: 'loop', reason } },
    });
  }
});

const LONG = '9007199254740993';

/** A tool whose answer is written as given, as JSON or in the way of an event. */
async function startAnswering(result: string, form: 'json' | 'events', outputSchema?: Json): Promise<Performer> {
  const tools: readonly Json[] = [
    { name: 'add', inputSchema: { type: 'object' }, ...(outputSchema === undefined ? {} : { outputSchema }) },
  ];
  const message = (id: number): string => `{"jsonrpc":"2.0","id":${id},\n"result":${result}}`;
  const write = (id: number): readonly string[] =>
    form === 'json'
      ? [message(id)]
      : [
          `id: 1\r\ndata: ${message(id).split('\n').join('\r\ndata: ').slice(0, -20)}`,
          message(id).slice(-20),
          '\r\n\r\n',
        ];
  return startBreaking(write, 'close', tools, form === 'json' ? 'application/json' : 'text/event-stream');
}

describe.each(['json', 'events'] as const)('integers that no number holds, in an answer as %s', (form) => {
  test.each([
    [
      'structured content',
      `{"content":[{"type":"text","text":"${LONG} é"}],"structuredContent":{"id":${LONG},"list":[{"n":1},{"n":-${LONG}}]}}`,
      { type: 'object' },
      { id: 9007199254740992, list: [{ n: 1 }, { n: -9007199254740992 }] },
      ['output.id', 'output.list[1].n'],
    ],
    [
      'other content',
      `{"content":[{"type":"text","text":"{\\"id\\":${LONG}}","_meta":{"of":${LONG}}}]}`,
      undefined,
      { text: `{"id":${LONG}}`, data: { id: 9007199254740992 } },
      ['data.id', 'content[0]._meta.of'],
    ],
    ['none', '{"content":[],"structuredContent":{"id":9007199254740992}}', { type: 'object' }, { id: 2 ** 53 }, []],
  ])('%s: each is told by its path', async (_, result, outputSchema, value, paths) => {
    const performer = await startAnswering(result, form, outputSchema);
    const outcome = await call(performer, 'mcp:loop/add');
    expect(outcome).toMatchObject({ ok: true, value });
    const told = outcome.ok ? outcome.warnings.map(({ code, path }) => `${code} ${path}`) : [];
    expect(told).toEqual(paths.map((path) => `NUMBER_PRECISION ${path}`));
  });
});

test('a server cannot make up what was rounded', async () => {
  const performer = await startAnswering(
    '{"content":[],"structuredContent":{"id":1},"_meta":{"signalbox/":[{"path":"structuredContent.id","source":"2"}]}}',
    'json',
    { type: 'object' },
  );
  expect(await call(performer, 'mcp:loop/add')).toMatchObject({ ok: true, warnings: [] });
});
