import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Json, JsonObject, LostInteger } from '../../base/index.ts';
import { messageOf } from '../../base/index.ts';
import type { Egress } from '../egress.ts';
import { createEgressFetch } from '../egressFetch.ts';
import { limitResponse, MCP_STREAM, StreamLimitError } from '../limitStream.ts';
import { EgressError, readRetryAfter } from '../outcome.ts';
import type { McpServer } from '../ports.ts';
import { uniqueText } from '../uniqueText.ts';
import { noteLost, readNoted } from './noteLost.ts';
import { RetryLaterError } from './RetryLaterError.ts';
import { watchStreams } from './watchStreams.ts';

/** The tools of a server. */
export interface ListedTools {
  readonly tools: readonly McpTool[];
  /** Why the list may not be whole, in words for the user; null where it is. */
  readonly note: string | null;
}

/** A tool as its server declares it. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schemas; null where the server declares none. */
  readonly inputSchema: Json;
  readonly outputSchema: Json | null;
}

/** The answer of a server's tool, as the protocol has it. */
export interface McpAnswer {
  readonly isError: boolean;
  readonly content: readonly JsonObject[];
  /** What fits the tool's output schema; null where there is none. */
  readonly structured: Json | null;
  /** The integers of it that no number holds, by their paths: `structuredContent.id`, `content[0]…`. */
  readonly lost: readonly LostInteger[];
}

/** A session with one server. Its functions reject with what the client throws. */
export interface McpConnection extends ListedTools {
  readonly call: (
    tool: string,
    input: JsonObject,
    options: { readonly signal: AbortSignal; readonly timeout: number },
  ) => Promise<McpAnswer>;
  /** Closes the session at the server, if it answers, and ends every request. */
  readonly close: () => Promise<void>;
}

/** The server answered the handshake, without a session that is visible here, and then refused; `cause` is what was thrown. */
export class SessionUnseenError extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** How many pages of tools are read: some servers always have another one. */
const MOST_PAGES = 50;

/** How many tools a server may have. */
const MOST_TOOLS = 5_000;

/** How long the handshake and each page of the list of tools may take, in ms. */
const OPEN_TIMEOUT = 30_000;

/** How long a server may take to close the session, in ms. */
const CLOSE_TIMEOUT = 2_000;

/**
 * Connects to a server by Streamable HTTP and reads what tools it has. Questions to the user come first: a
 * server's time runs from then on. Rejects with what the client or the egress throws.
 */
export async function openConnection(server: McpServer, egress: Egress, signal: AbortSignal): Promise<McpConnection> {
  const { url, headers } = server;
  const allowed = await egress.allow({ url, query: [], method: 'POST', headers, body: null }, signal);
  if (!allowed.ok) throw new EgressError(allowed);
  // The client makes its schemas as it is loaded, and must not try to compile them.
  const { config } = await import('zod/v4/core');
  config({ jitless: true });
  const [{ Client }, { StreamableHTTPClientTransport }, { CfWorkerJsonSchemaValidator }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/validation/cfworker'),
  ]);
  const controller = new AbortController();
  const { fetch, toStandIn } = createEgressFetch(egress, controller.signal);
  const noteKey = `signalbox/${uniqueText()}`;
  const transport: InstanceType<typeof StreamableHTTPClientTransport> = new StreamableHTTPClientTransport(
    new URL(toStandIn(server.url)),
    {
      fetch: watchStreams({
        fetch: noteLost(limitFetch(fetch), noteKey),
        deliver: (message) => transport.onmessage?.(message),
        signal: controller.signal,
      }),
      requestInit: { headers: server.headers.map(([name, value]): [string, string] => [name, toStandIn(value)]) },
    },
  );
  const client = new Client(
    { name: 'signalbox', version: '1' },
    { jsonSchemaValidator: new CfWorkerJsonSchemaValidator() },
  );
  const close = async (): Promise<void> => {
    const terminated = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CLOSE_TIMEOUT);
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      // A server need not answer it.
      transport.terminateSession().then(end, end);
    });
    await terminated;
    await client.close().catch(() => undefined);
    controller.abort();
  };
  try {
    await client.connect(transport, { timeout: OPEN_TIMEOUT });
    const { tools, note } = await listTools(client);
    const call: McpConnection['call'] = (tool, input, options) => callTool(client, { tool, input, noteKey }, options);
    return { tools, note, call, close };
  } catch (error) {
    const isHidden = client.getServerCapabilities() !== undefined && transport.sessionId === undefined;
    void close();
    throw isHidden ? new SessionUnseenError(error) : error;
  }
}

async function listTools(client: Client): Promise<ListedTools> {
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const listed = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout: OPEN_TIMEOUT });
    if (tools.length + listed.tools.length > MOST_TOOLS) throw new StreamLimitError('too_many_tools', MOST_TOOLS);
    for (const { name, description, inputSchema, outputSchema } of listed.tools) {
      tools.push({
        name,
        description: description ?? '',
        inputSchema: toPlain(inputSchema),
        outputSchema: outputSchema === undefined ? null : toPlain(outputSchema),
      });
    }
    cursor = listed.nextCursor;
    if (cursor === undefined) return { tools, note: null };
  }
  const note = `Its list of tools has more than ${MOST_PAGES} pages: only the ${tools.length} tools of the first ${MOST_PAGES} are known. Let the server send more tools in a page.`;
  return { tools, note };
}

async function callTool(
  client: Client,
  { tool, input, noteKey }: { readonly tool: string; readonly input: JsonObject; readonly noteKey: string },
  { signal, timeout }: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<McpAnswer> {
  const { CallToolResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const params = { name: tool, arguments: { ...input } };
  const result = await client.request({ method: 'tools/call', params }, CallToolResultSchema, {
    signal,
    timeout,
    resetTimeoutOnProgress: true,
  });
  return {
    isError: result.isError === true,
    content: result.content.map((part) => toPlain(part) as JsonObject),
    structured: result.structuredContent === undefined ? null : toPlain(result.structuredContent),
    lost: readNoted(result._meta, noteKey),
  };
}

/** What came as JSON is JSON. */
function toPlain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

type Fetch = typeof globalThis.fetch;

/** How many values a page of a list of tools may hold: each tool is checked and kept. */
const LISTED_VALUES = 300_000;

/**
 * A fetch whose answers are bounded, for the requests of one session. Rejects with a `RetryLaterError` where the server says
 * when to come back. Past a limit the session has ended: every further
 * request rejects with the same `StreamLimitError`, so that a stream that was cut off is not resumed.
 */
function limitFetch(fetch: Fetch): Fetch {
  let cut: StreamLimitError | null = null;
  return async (input, init) => {
    if (cut !== null) throw cut;
    const response = await fetch(input, init);
    const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const limited = limitResponse(response, {
      form: isEvents ? 'events' : 'json',
      limits: asksForTools(init?.body)
        ? { ...MCP_STREAM, json: { ...MCP_STREAM.json, values: LISTED_VALUES } }
        : MCP_STREAM,
      onLimit: (error) => {
        cut = error;
      },
    }).response;
    const retryAfter = ASKS_TO_WAIT.has(response.status)
      ? readRetryAfter(response.headers.get('retry-after') ?? '')
      : null;
    if (retryAfter === null) return limited;
    throw new RetryLaterError(response.status, retryAfter, await limited.text().catch(() => ''));
  };
}

const ASKS_TO_WAIT: ReadonlySet<number> = new Set([429, 503]);

function asksForTools(body: unknown): boolean {
  return typeof body === 'string' && body.includes('"method":"tools/list"');
}
