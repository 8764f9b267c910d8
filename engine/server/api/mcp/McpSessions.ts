import { randomUUID } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ApiProblem } from '../ApiProblem.ts';
import { tokenName } from '../noteDone.ts';
import type { ApiRequest, Authoring } from '../Route.ts';
import { askTransport } from './askTransport.ts';

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
}

/**
 * Conversations by MCP over HTTP. Each has a server of its own, so that it is known who is at the other end, until its client ends
 * it or so many others have begun that it is the one unused for longest. A client that is told 404 begins again.
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
    return askTransport(session.transport, request);
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
    const id = randomUUID();
    const transport = new Transport({ sessionIdGenerator: () => id, keepAliveMs: this.#heartbeat });
    const server = this.#begin(request.token === null ? null : tokenName(request.token));
    await server.connect(transport);
    this.#open.set(id, { server, transport, visitor: request.visitor });
    try {
      return await askTransport(transport, request);
    } catch (error) {
      await this.#close(id);
      throw error;
    } finally {
      const [oldest = id] = this.#open.keys();
      if (this.#open.size > MOST_OPEN) await this.#close(oldest);
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
