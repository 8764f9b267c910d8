import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type Json } from '../../base/index.ts';
import { type LoopbackServer, serveLoopback } from '../serving/serveLoopback.ts';
import { anthropic } from './anthropic.ts';
import { cohere } from './cohere.ts';
import { gemini } from './gemini.ts';
import { ollama } from './ollama.ts';
import { mistral, openaiChat } from './openaiChat.ts';
import { openaiResponses } from './openaiResponses.ts';
import type { WireFormat, WireRequest, WireTurn } from './WireFormat.ts';

/** What a scripted server does with one request. */
export type WireAnswer = WireTurn & {
  /** Ms before each piece. */
  readonly pace?: number;
  /** The last piece is sent only then. */
  readonly until?: Promise<unknown>;
  /** Answers with this in place of a turn; the body is the format's error object unless given. */
  readonly fault?: {
    readonly status: number;
    readonly message?: string;
    readonly type?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** In place of the pieces of a turn. */
  readonly pieces?: readonly string[];
  /** Changes what is sent, as a whole. */
  readonly change?: (sent: string) => string;
  /** After half of the pieces `cut` hangs up, `ended` ends as if that were all, and `silent` sends nothing more; `refuse`: hangs up immediately. */
  readonly breaks?: 'cut' | 'ended' | 'silent' | 'refuse';
  /** True: no page may read the answer. */
  readonly closed?: boolean;
};

/** Servers of every wire format behind one loopback port: the path decides who answers. */
export interface ModelServer extends LoopbackServer {
  /** What came, oldest first; preflights are omitted. */
  readonly requests: (WireRequest & { readonly format: string })[];
  /** Decides what comes back; `index` counts requests from 0. */
  answer: (request: WireRequest, index: number) => WireAnswer;
}

const FORMATS: readonly WireFormat[] = [mistral, openaiChat, openaiResponses, anthropic, gemini, ollama, cohere];

/** Starts them; by default each answers with two pieces of text. */
export async function serveModels(): Promise<ModelServer> {
  const requests: ModelServer['requests'] = [];
  const server = await serveLoopback((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });
  const models: ModelServer = { ...server, requests, answer: () => ({ text: ['Hello ', 'there'] }) };
  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    const format = FORMATS.find(({ handles }) => handles(request.path));
    if (incoming.method !== 'OPTIONS') requests.push({ ...request, format: format?.name ?? '' });
    const answer = models.answer(request, requests.length - 1);
    if (answer.closed !== true) allowPages(incoming, response);
    if (incoming.method === 'OPTIONS') response.writeHead(204).end();
    else if (format === undefined) response.writeHead(404).end('Not found');
    else await reply(response, { format, request, answer });
  }
  return models;
}

function allowPages(incoming: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', incoming.headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-expose-headers', 'retry-after');
}

async function reply(
  response: ServerResponse,
  { format, request, answer }: { format: WireFormat; request: WireRequest; answer: WireAnswer },
): Promise<void> {
  const problem = format.findProblem(request);
  const fault: WireAnswer['fault'] = answer.fault ?? (problem === null ? undefined : { status: 400, message: problem });
  if (answer.breaks === 'refuse') response.destroy();
  else if (fault !== undefined) {
    const { status, message = 'It failed.', type = '', headers = {}, body } = fault;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body ?? JSON.stringify(format.error(status, message, type)));
  } else await send(response, { format, request, answer });
}

async function send(
  response: ServerResponse,
  { format, request, answer }: { format: WireFormat; request: WireRequest; answer: WireAnswer },
): Promise<void> {
  const { text = [], toolCalls = [], usage = { input: 11, output: 7 }, pace = 0, breaks } = answer;
  const finish = answer.finish ?? (toolCalls.length > 0 ? 'tools' : 'stop');
  const said = answer.pieces ?? format.stream({ text, toolCalls, usage, finish }, request);
  const pieces = answer.change === undefined ? said : [answer.change(said.join(''))];
  response.writeHead(200, { 'content-type': format.contentType });
  response.flushHeaders();
  const sent = breaks === undefined ? pieces : pieces.slice(0, Math.ceil(pieces.length / 2));
  for (const [index, piece] of sent.entries()) {
    if (pace > 0) await sleep(pace);
    if (index === sent.length - 1) await answer.until;
    response.write(piece);
  }
  if (breaks === 'cut') {
    await sleep(20);
    response.destroy();
  } else if (breaks !== 'silent') response.end();
}

async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const { pathname, search } = new URL(incoming.url ?? '/', 'http://localhost');
  const text = Buffer.concat(chunks).toString('utf8');
  const body: Json = text === '' ? {} : JSON.parse(text);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? 'GET',
    path: pathname,
    query: search,
    headers: Object.fromEntries(headers),
    body: isJsonObject(body) ? body : {},
  };
}
