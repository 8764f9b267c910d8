import type { JsonObject } from '../../../base/index.ts';
import { ENGINE_VERSION } from '../../../hosts/node/index.ts';
import { askTransport } from '../mcp/McpSessions.ts';
import { show } from '../parameters.ts';
import type { ApiParts, ApiRequest, Route } from '../Route.ts';
import { RPC } from '../schemas/schemas.ts';
import { callTool, listTools, TOOL_OUTPUT } from '../tools.ts';

export const mcpRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/mcp',
    id: 'mcp',
    summary:
      'The tools that signalbox.serve.yaml publishes, by the Model Context Protocol (Streamable HTTP, without sessions)',
    scope: 'run',
    parameters: [],
    body: { schema: RPC, description: 'What MCP asks' },
    answers: {
      200: { description: 'What MCP answers', content: { 'text/event-stream': { type: 'string' } } },
      202: { description: 'A notification was taken', content: {} },
    },
    problems: [],
    answer: answerMcp,
  },
];

/** Answers by the library of MCP, which has a server for each request: there is no session, and nothing to keep. */
async function answerMcp(request: ApiRequest, parts: ApiParts): Promise<Response> {
  const [{ WebStandardStreamableHTTPServerTransport }, server] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    createServer(request, parts),
  ]);
  const transport = new WebStandardStreamableHTTPServerTransport({ keepAliveMs: parts.limits.heartbeat });
  await server.connect(transport);
  return askTransport(transport, request);
}

async function createServer(request: ApiRequest, parts: ApiParts) {
  const [{ Server }, { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const { service, triggers } = parts;
  const server = new Server({ name: 'signalbox', version: ENGINE_VERSION }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const tools = await listTools(triggers.tools, service);
    return {
      tools: tools
        .filter(({ problem }) => problem === null)
        .map(({ config, title, description, input }) => ({
          name: config.name,
          ...(title === null ? {} : { title }),
          description,
          inputSchema: { ...input, type: 'object' as const },
          outputSchema: { ...TOOL_OUTPUT, type: 'object' as const },
        })),
    };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = triggers.tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${show(params.name)}.`);
    // What came as JSON is JSON.
    const input = (params.arguments ?? {}) as JsonObject;
    const { isError, text, structured } = await callTool(tool, input, parts, request);
    return {
      isError,
      content: [{ type: 'text' as const, text }],
      ...(structured === null ? {} : { structuredContent: structured }),
    };
  });
  return server;
}
