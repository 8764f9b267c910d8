import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Bomb, flow, use } from './Bomb.ts';
import { LIMITED, lists, MIB, serveFlood, serveText } from './floods.ts';
import { MCP_BOMBS } from './mcpServers.ts';

const http = (config: Parameters<typeof use>[2] = {}): string => use('core:http', { url: '{{URL}}' }, config);

/** Some MiB of one character, packed: the pack itself is small. */
function zipped(mebibytes: number, piece = '0'): RequestListener {
  const body = gzipSync(Buffer.alloc(mebibytes * MIB, piece));
  return serveText(body, { 'content-encoding': 'gzip' });
}

function zippedTwice(mebibytes: number): RequestListener {
  return serveText(gzipSync(gzipSync(Buffer.alloc(mebibytes * MIB, '0'))), { 'content-encoding': 'gzip, gzip' });
}

const HTTP_BOMBS: readonly Bomb[] = [
  {
    name: 'an answer of 300 MB in 300 KB (gzip)',
    text: http(),
    serve: zipped(300),
    ends: LIMITED,
    says: /32 MiB/,
    short: { serve: zipped(33), says: /32 MiB/ },
  },
  {
    name: 'a gzip in a gzip',
    text: http(),
    serve: zippedTwice(300),
    ends: ['LIMIT_ERROR', 'COMMUNICATION_ERROR'],
    short: { serve: zippedTwice(33), says: /32 MiB/ },
  },
  {
    name: 'an answer without an end',
    text: http(),
    serve: serveFlood('text/plain', 'x', 200),
    ends: LIMITED,
    says: /32 MiB/,
  },
  {
    name: 'JSON 5,000,000 deep',
    text: http(),
    serve: serveText('['.repeat(5_000_000)),
    ends: LIMITED,
    short: { serve: serveText('['.repeat(600)), says: /json_depth/ },
  },
  {
    name: 'JSON of 10,000,000 empty lists',
    text: http(),
    serve: serveText(lists(10_000_000)),
    ends: LIMITED,
    short: { serve: serveText(lists(2_000_000)), says: /json_values/ },
  },
  {
    name: 'JSON of 2,000,000 keys',
    text: http(),
    serve: serveText(`{${Array.from({ length: 2_000_000 }, (_, n) => `"${n}":1`).join()}}`),
    ends: ['success', 'LIMIT_ERROR'],
    short: null,
  },
  {
    name: 'JSON of one key 1,000,000 times',
    text: http(),
    serve: serveText(`{${'"__proto__":{},'.repeat(700_000)}"a":1}`),
    ends: ['success', 'LIMIT_ERROR'],
  },
  {
    name: 'a header of 15 KB, 60 times',
    text: http(),
    serve: (_request, response) => {
      for (let n = 0; n < 60; n += 1) response.setHeader(`x-${n}`, 'y'.repeat(15_000));
      response.end('{}');
    },
    ends: ['COMMUNICATION_ERROR'],
  },
  {
    name: '1,500 headers',
    text: http(),
    serve: (_request, response) => {
      for (let n = 0; n < 1_500; n += 1) response.setHeader(`x${n}`, '1');
      response.end('{}');
    },
    ends: ['success', 'COMMUNICATION_ERROR'],
  },
  {
    name: 'an error of 30 MB',
    text: http(),
    serve: serveText('x'.repeat(30 * MIB), { 'content-type': 'text/plain' }, 500),
    ends: ['COMMUNICATION_ERROR'],
    short: { serve: serveText('x'.repeat(MIB), { 'content-type': 'text/plain' }, 500), says: /"status":500/ },
  },
  {
    name: 'Retry-After of a million years',
    args: ['run', '--virtual-time'],
    text: flow({
      tasks: [
        {
          id: 'a',
          type: 'basic',
          use: 'core:http',
          with: { url: '{{URL}}' },
          retry: { attempts: 3, backoff: 'fixed', interval: '1s' },
        },
      ],
    }),
    serve: serveText('{}', { 'retry-after': '9'.repeat(300) }, 429),
    ends: ['RATE_LIMIT_ERROR'],
    says: /an hour/,
  },
  {
    name: 'a page of 30 MB',
    text: use('core:html', { url: '{{URL}}' }),
    serve: serveFlood('text/html', '<p>x</p>', 30),
    ends: ['success', 'LIMIT_ERROR'],
    short: null,
  },
];

function agent(provider: string): string {
  return flow({
    agents: [
      {
        id: 'w',
        use: 'core:agent',
        version: '1',
        config: { provider, model: 'm', url: '{{URL}}', api_key: '{{ env.KEY }}' },
        actions: [{ id: 'go', instructions: 'x', output: { type: 'object' } }],
      },
    ],
    tasks: [{ id: 'a', type: 'basic', use: 'agent:w', with: { prompt: 'hi' } }],
  });
}

const CHUNK = (content: string): string =>
  `data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"${content}"},"finish_reason":null}]}\n\n`;

function events(piece: string, mebibytes: number): RequestListener {
  return serveFlood('text/event-stream', piece, mebibytes);
}

function zippedEvents(piece: string, mebibytes: number): RequestListener {
  const body = gzipSync(Buffer.from(piece.repeat(Math.ceil((mebibytes * MIB) / piece.length))));
  return serveText(body, { 'content-encoding': 'gzip', 'content-type': 'text/event-stream' });
}

const model = (name: string, piece: string, mebibytes: number, more: Partial<Bomb> = {}): Bomb => ({
  name: `model: ${name}`,
  args: ['run', '--env', 'KEY=k-012345678'],
  text: agent('openai-compatible'),
  serve: events(piece, mebibytes),
  ends: ['LIMIT_ERROR', 'PROVIDER_ERROR'],
  ...more,
});

const MODEL_BOMBS: readonly Bomb[] = [
  model('8 MB of empty events', 'data:\n\n', 8, { short: { serve: events('data:\n\n', 0.1), says: /bad_answer/ } }),
  model('30 MB of empty events', 'data:\n\n', 30, { short: null }),
  model('30 MB of comments', ':\n\n', 30, { short: { serve: events(':\n\n', 0.1), says: /bad_answer/ } }),
  model('100 MB of line ends', '\r', 100, { short: null }),
  model('events that belong to another format', 'data: {}\n\n', 30, { short: { says: /validation failed/ } }),
  model('empty events', CHUNK(''), 30, { ends: LIMITED, says: /idle_events|empty events/ }),
  model('8 MB of events of one letter', CHUNK('a'), 8, {
    ends: ['LIMIT_ERROR', 'COMMUNICATION_ERROR'],
    short: { serve: events(CHUNK('a'), 0.3), says: /"cut"/ },
  }),
  model('one event without an end', 'x', 30, {
    serve: serveFlood('text/event-stream', 'x', 30, 'data: '),
    ends: LIMITED,
    says: /event_too_large/,
  }),
  model('an event that nests 1,000,000 deep', '', 0, {
    serve: serveText(`data: ${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}\n\n`, {
      'content-type': 'text/event-stream',
    }),
    ends: LIMITED,
    says: /json_depth/,
  }),
  model('300 MB of events in a gzip', '', 0, {
    serve: zippedEvents('data:\n\n', 280),
    ends: LIMITED,
    // One long comment takes less work to pass over than many empty events.
    short: { serve: zippedEvents(`:${'x'.repeat(1_000_000)}\n\n`, 33), says: /32 MiB/ },
  }),
];

const memory = (name: string, serve: RequestListener, more: Partial<Bomb> = {}): Bomb => ({
  name: `memory: ${name}`,
  args: ['run', '--env', 'KEY=k-012345678'],
  text: flow({
    memory: {
      id: 'm',
      storage: { use: 'upstash:redis', config: { url: '{{URL}}', token: '{{ env.KEY }}' } },
      vector: { use: 'core:in-memory', dimensions: 8, config: {} },
    },
    tasks: [{ id: 'a', type: 'basic', use: 'core:memory', with: { op: 'read', thread_id: 'x' } }],
    outputs: { done: '1' },
  }),
  serve,
  ends: ['MEMORY_ERROR', 'CONFIGURATION_ERROR', 'LIMIT_ERROR'],
  ...more,
});

const MESSAGE = JSON.stringify(
  JSON.stringify({ id: 'a', role: 'user', content: 'x', timestamp: '2026-01-31T00:00:00.000Z' }),
);

function serveThread(messages: number): RequestListener {
  const all = `${MESSAGE},`.repeat(messages - 1) + MESSAGE;
  return serveText(`[{"result":["2026-01-31T00:00:00.000Z","2026-01-31T00:00:00.000Z",null]},{"result":[${all}]}]`);
}

const MEMORY_BOMBS: readonly Bomb[] = [
  memory('an answer that nests 5,000,000 deep', serveText('['.repeat(5_000_000)), {
    short: { serve: serveText('['.repeat(600)), says: /json_depth/ },
  }),
  memory('an answer of 10,000,000 lists', serveText(lists(10_000_000)), {
    short: { serve: serveText(lists(2_000_000)), says: /json_values/ },
  }),
  memory('a thread of 200,000 messages', serveThread(200_000), {
    ends: ['success', 'LIMIT_ERROR', 'MEMORY_ERROR'],
    short: { serve: serveThread(50_001), says: /too_many_messages/ },
  }),
  memory('a server that says to wait for ever', serveText('{}', { 'retry-after': '99999999999' }, 503), {
    ends: ['COMMUNICATION_ERROR'],
    says: /an hour/,
  }),
];

/** Servers that answer calls with more than anyone can read. */
export const SERVER_BOMBS: readonly Bomb[] = [...HTTP_BOMBS, ...MODEL_BOMBS, ...MEMORY_BOMBS, ...MCP_BOMBS];
