import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';
import { type LoopbackServer, serveLoopback } from './serveLoopback.ts';

/** How an MCP server behaves. */
export interface McpServerOptions {
  /** Headers that pages of other sites may send; absent: all that the protocol needs. */
  readonly allowedHeaders?: readonly string[];
  /** False: pages of other sites do not see the session's id. */
  readonly exposesSession?: boolean;
  /** What `Authorization` must be. */
  readonly authorization?: string;
}

/** A real MCP server, by the official SDK. Its address is `url`; `calls` and `sessions` count. */
export interface McpLoopback extends LoopbackServer {
  readonly calls: string[];
  readonly sessions: Map<string, StreamableHTTPServerTransport>;
}

/** Serves tools `add`, `greet`, `fails`, `lies` and `slow` on a free port of 127.0.0.1. */
export async function serveMcp(options: McpServerOptions = {}): Promise<McpLoopback> {
  const calls: string[] = [];
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const server = await serveLoopback((request, response) => {
    allow(response, options);
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    const { authorization } = options;
    if (authorization !== undefined && request.headers.authorization !== authorization)
      return response.writeHead(401).end();
    return void answer(request, response, { calls, sessions });
  });
  return { ...server, url: `${server.url}mcp`, calls, sessions };
}

const ALLOWED = ['content-type', 'authorization', 'mcp-session-id', 'mcp-protocol-version', 'last-event-id'];

function allow(response: ServerResponse, { allowedHeaders = ALLOWED, exposesSession = true }: McpServerOptions): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
  response.setHeader('access-control-allow-headers', allowedHeaders.join(', '));
  if (exposesSession) response.setHeader('access-control-expose-headers', 'mcp-session-id');
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { calls, sessions }: Pick<McpLoopback, 'calls' | 'sessions'>,
): Promise<void> {
  const id = request.headers['mcp-session-id'];
  if (typeof id === 'string') {
    const known = sessions.get(id);
    if (known === undefined) response.writeHead(404).end();
    else await known.handleRequest(request, response);
    return;
  }
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (session) => void sessions.set(session, transport),
    onsessionclosed: (session) => void sessions.delete(session),
  });
  await createServer(calls).connect(transport);
  await transport.handleRequest(request, response);
}

function createServer(calls: string[]): McpServer {
  const server = new McpServer({ name: 'loopback', version: '1' });
  const numbers = { a: z.number(), b: z.number() };
  server.registerTool(
    'add',
    { description: 'Adds two numbers.', inputSchema: numbers, outputSchema: { sum: z.number() } },
    ({ a, b }) => {
      calls.push('add');
      return { content: [{ type: 'text', text: String(a + b) }], structuredContent: { sum: a + b } };
    },
  );
  server.registerTool('greet', { description: 'Greets.', inputSchema: { name: z.string() } }, ({ name }) => {
    calls.push('greet');
    return { content: [{ type: 'text', text: `{"said":"Hello ${name}"}` }] };
  });
  server.registerTool('fails', { description: 'Fails.' }, () => ({
    isError: true,
    content: [{ type: 'text', text: 'The printer is on fire.' }],
  }));
  // Its schema says a number, and lets anything pass.
  const unkept = { sum: z.any().meta({ type: 'number' }) };
  server.registerTool('lies', { description: 'Breaks its word.', outputSchema: unkept }, () => ({
    content: [],
    structuredContent: { sum: 'many' },
  }));
  server.registerTool('slow', { description: 'Takes long.' }, async () => {
    calls.push('slow');
    await new Promise((resolve) => setTimeout(resolve, 20_000).unref());
    return { content: [] };
  });
  return server;
}
