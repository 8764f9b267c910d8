import { ApiProblem } from '../ApiProblem.ts';
import type { ApiParts, Authoring, Parameter, Route } from '../Route.ts';
import { RPC_MESSAGE } from '../schemas/schemas.ts';

/** Where programs that write workflows have their tools. */
export const AUTHORING = '/mcp/authoring';

const SESSION: Parameter = {
  name: 'Mcp-Session-Id',
  in: 'header',
  description: 'The value of this header in the answer to initialize',
  schema: { type: 'string', maxLength: 100 },
};

const SHARED = { path: AUTHORING, scope: 'admin', isOfServer: true, parameters: [SESSION] } as const;

/** The tools of `signalbox mcp`, for whoever may do everything at the server. */
export const authoringRoutes: readonly Route[] = [
  {
    ...SHARED,
    method: 'POST',
    id: 'mcpAuthoring',
    summary: 'The tools of signalbox mcp for the served folder (Streamable HTTP), if started with --authoring',
    body: { schema: RPC_MESSAGE, description: 'What MCP asks' },
    answers: {
      200: { description: 'What MCP answers', content: { 'text/event-stream': { type: 'string' } } },
      202: { description: 'A notification was taken', content: {} },
    },
    problems: ['NOT_FOUND'],
    answer: (request, parts) => expectSessions(parts).answer(request),
  },
  {
    ...SHARED,
    method: 'DELETE',
    id: 'endMcpAuthoring',
    summary: 'Ends a session of these tools',
    body: null,
    answers: { 204: { description: 'The session has ended', content: {} } },
    problems: ['NOT_FOUND'],
    answer: async (request, parts) => {
      await expectSessions(parts).end(request);
      return new Response(null, { status: 204 });
    },
  },
];

function expectSessions({ authoring }: ApiParts): Authoring {
  if (authoring !== null) return authoring;
  throw new ApiProblem('NOT_FOUND', 'The authoring tools are off. Start the server with signalbox serve --authoring.');
}
