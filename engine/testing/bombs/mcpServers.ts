import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Bomb, flow } from './Bomb.ts';
import { lists, pour } from './floods.ts';

/** An MCP server that greets as it should, and does something else for one method. */
function serveMcp(method: string, answer: (id: number, response: ServerResponse) => void): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const { id, method: asked } = JSON.parse(body) as { id?: number; method: string };
      if (id === undefined) return void response.writeHead(202).end();
      if (asked === method) return answer(id, response);
      const results: Readonly<Record<string, object>> = {
        initialize: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'a', version: '1' },
        },
        'tools/list': { tools: [{ name: 't', inputSchema: { type: 'object' } }] },
      };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[asked] ?? { content: [] } }));
    });
  };
}

type McpAnswer = (id: number, response: ServerResponse) => void;

const mcp = (
  name: string,
  [method, answer]: readonly [method: string, answer: McpAnswer],
  short: { readonly answer?: McpAnswer; readonly says: RegExp } | null,
): Bomb => ({
  name: `MCP: ${name}`,
  args: ['run', '--mcp', 's={{URL}}'],
  text: flow({ tasks: [{ id: 'a', type: 'basic', use: 'mcp:s/t', with: {} }] }),
  serve: serveMcp(method, answer),
  ends: ['LIMIT_ERROR', 'COMMUNICATION_ERROR'],
  short: short && {
    says: short.says,
    ...(short.answer === undefined ? {} : { serve: serveMcp(method, short.answer) }),
  },
});

function stream(response: ServerResponse, piece: string, mebibytes: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  void pour(response, piece, mebibytes);
}

function json(response: ServerResponse, id: number, result: string): void {
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(`{"jsonrpc":"2.0","id":${id},"result":${result}}`);
}

function listTools(count: number): McpAnswer {
  const tool = '{"name":"t","inputSchema":{}}';
  return (id, response) => json(response, id, `{"tools":[${`${tool},`.repeat(count - 1)}${tool}]}`);
}

function answerLists(count: number): McpAnswer {
  return (id, response) => json(response, id, `{"content":[],"structuredContent":{"a":${lists(count)}}}`);
}

function answerEvents(piece: string, mebibytes: number): McpAnswer {
  return (_id, response) => stream(response, piece, mebibytes);
}

const PROGRESS = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}';

/** MCP servers that answer with more than anyone can read. */
export const MCP_BOMBS: readonly Bomb[] = [
  mcp('1,000,000 tools', ['tools/list', listTools(1_000_000)], { answer: listTools(100_001), says: /json_values/ }),
  mcp(
    'pages of tools without end',
    [
      'tools/list',
      (id, response) => {
        const tools = Array.from({ length: 900 }, (_, n) => `{"name":"u${n}","inputSchema":{"type":"object"}}`);
        json(response, id, `{"tools":[${tools.join()}],"nextCursor":"${id}"}`);
      },
    ],
    { says: /too_many_tools/ },
  ),
  mcp(
    'a schema of a tool that nests 100,000 deep',
    [
      'tools/list',
      (id, response) => {
        const schema = `${'{"not":'.repeat(100_000)}{}${'}'.repeat(100_000)}`;
        json(response, id, `{"tools":[{"name":"t","inputSchema":${schema}}]}`);
      },
    ],
    { says: /json_depth/ },
  ),
  mcp('messages that answer nothing', ['tools/call', answerEvents(`data: ${PROGRESS}\n\n`, 30)], null),
  mcp('events that are no messages', ['tools/call', answerEvents('data: {}\n\n', 30)], null),
  mcp('empty events', ['tools/call', answerEvents('data:\n\n', 30)], {
    answer: answerEvents('data:\n\n', 0.1),
    says: /closed/,
  }),
  mcp('an answer of 9,000,000 lists', ['tools/call', answerLists(9_000_000)], {
    answer: answerLists(500_000),
    says: /json_values/,
  }),
];
