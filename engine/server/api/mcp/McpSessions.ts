import { randomUUID } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ApiProblem } from '../ApiProblem.ts';
import { type ApiRequest, type Authoring, tokenName } from '../Route.ts';

/** Makes the server of one conversation. `caller` names the token of whoever begins it; null: there are no tokens. */
export type BeginSession = (caller: string | null) => Server;

/** Most conversations that are open at a time. */
const MOST_OPEN = 32;

/** The header that names a conversation. */
const SESSION = 'mcp-session-id';

interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Who began it: no one else may use it. */
  readonly visitor: string;
  /** How many of its requests have no whole answer yet. */
  open: number;
}

/**
 * Conversations by MCP over HTTP. Each has a server of its own, so that it is known who is at the other end, until its client ends
 * it or so many others have begun that it is the idle one unused for longest. A client that is told 404 begins again.
 */
export class McpSessions implements Authoring {
  readonly #begin: BeginSession;
  readonly #heartbeat: number;
  /** The one unused for longest is first. */
  readonly #open = new Map<string, Session>();

  /** @param heartbeat between two signs of life while a call waits, in ms */
  constructor(begin: BeginSession, heartbeat: number) {
    this.#begin = begin;
    this.#heartbeat = heartbeat;
  }

  async answer(request: ApiRequest): Promise<Response> {
    if (request.header(SESSION) === null) return this.#beginOne(request);
    const { id, session } = this.#find(request);
    this.#open.delete(id);
    this.#open.set(id, session);
    return ask(session, request);
  }

  async end(request: ApiRequest): Promise<void> {
    await this.#close(this.#find(request).id);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.#close(id)));
  }

  async #beginOne(request: ApiRequest): Promise<Response> {
    const [{ WebStandardStreamableHTTPServerTransport: Transport }, { isInitializeRequest }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ]);
    if (!isInitializeRequest(request.body))
      throw new ApiProblem(
        'BAD_REQUEST',
        'Begin with initialize, and send the Mcp-Session-Id of its answer with each message that follows.',
      );
    await this.#makeRoom();
    const id = randomUUID();
    const transport = new Transport({ sessionIdGenerator: () => id, keepAliveMs: this.#heartbeat });
    const server = this.#begin(request.token === null ? null : tokenName(request.token));
    await server.connect(transport);
    const session: Session = { server, transport, visitor: request.visitor, open: 0 };
    this.#open.set(id, session);
    try {
      return await ask(session, request);
    } catch (error) {
      await this.#close(id);
      throw error;
    }
  }

  /** A session whose call is in progress is not ended by another one that begins. */
  async #makeRoom(): Promise<void> {
    while (this.#open.size >= MOST_OPEN) {
      const idle = [...this.#open].find(([, { open }]) => open === 0);
      if (idle === undefined)
        throw new ApiProblem('TOO_MANY_STREAMS', `${MOST_OPEN} sessions are in use. Try again once one has ended.`);
      await this.#close(idle[0]);
    }
  }

  #find(request: ApiRequest): { readonly id: string; readonly session: Session } {
    const id = request.header(SESSION) ?? '';
    const session = this.#open.get(id);
    if (session === undefined || session.visitor !== request.visitor)
      throw new ApiProblem('NOT_FOUND', 'This session has ended, or is not yours. Begin again with initialize.');
    return { id, session };
  }

  async #close(id: string): Promise<void> {
    const session = this.#open.get(id);
    this.#open.delete(id);
    await session?.server.close();
  }
}

/** Asks the server of a session, which is at work until the last byte of the answer was read or no one reads on. */
async function ask(session: Session, request: ApiRequest): Promise<Response> {
  session.open += 1;
  let isOpen = true;
  const end = (): void => {
    if (isOpen) session.open -= 1;
    isOpen = false;
  };
  try {
    const answer = await askTransport(session.transport, request);
    if (answer.body === null) end();
    return answer.body === null ? answer : new Response(whenRead(answer.body, end), answer);
  } catch (error) {
    end();
    throw error;
  }
}

/** The same bytes; `end` is called after the last of them, or once they are not wanted. */
function whenRead(body: ReadableStream<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      end();
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}

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
