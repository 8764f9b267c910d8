import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ApiProblem } from '../ApiProblem.ts';
import type { ApiRequest } from '../Route.ts';

/** The headers that MCP reads; none of the others is for its library. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id'] as const;

/** Hands a request whose body was read to the library of MCP. Rejects with an {@link ApiProblem} where that refuses it. */
export async function askTransport(
  transport: WebStandardStreamableHTTPServerTransport,
  { header, body }: Pick<ApiRequest, 'header' | 'body'>,
): Promise<Response> {
  const headers = new Headers();
  for (const name of HEADERS) {
    const value = header(name);
    if (value !== null) headers.set(name, value);
  }
  const asked = new Request('http://localhost/mcp', { method: 'POST', headers });
  const answer = await transport.handleRequest(asked, { parsedBody: body });
  if (answer.status < 400) return answer;
  const { error } = (await answer.json()) as { readonly error?: { readonly message?: string } };
  throw new ApiProblem('BAD_REQUEST', `This is not a request of MCP: ${error?.message ?? answer.statusText}`);
}
