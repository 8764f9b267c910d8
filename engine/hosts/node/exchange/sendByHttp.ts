import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { ExchangeRequest } from '../../../effects/index.ts';

/** As the platform's `fetch` has them, in ms: until a connection is there, between two pieces of an answer, and that a connection is kept unused. */
const PATIENCE = { connect: 10_000, answer: 300_000, unused: 4_000 } as const;

const KEPT = { keepAlive: true, timeout: PATIENCE.unused } as const;

/**
 * Says before a request whether it may be sent, and throws what it fails with where it may not; answers with what looks up the name of the
 * host for its connection, and fails with the same.
 */
export type ConnectGuard = (url: URL) => LookupFunction;

/** The connections of requests that are sent alike. */
export interface Connections {
  readonly 'http:': HttpAgent;
  readonly 'https:': HttpsAgent;
  /** Null: requests go anywhere. */
  readonly guard: ConnectGuard | null;
}

/** Connections that no request of other ones uses. */
export function openConnections(guard: ConnectGuard | null): Connections {
  return { 'http:': new HttpAgent(KEPT), 'https:': new HttpsAgent(KEPT), guard };
}

/** Closes connections that are kept and that no request uses. */
export function closeUnused(connections: Connections): void {
  for (const { freeSockets } of [connections['http:'], connections['https:']])
    for (const sockets of Object.values(freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}

/** What `fetch` sends of itself. */
const OWN = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  pragma: 'no-cache',
  'cache-control': 'no-cache',
} as const;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Resolves with the answer once its head is there; null: the connection was closed before anything was sent on it, as idle ones are, and
 * nothing is lost by another try. Rejects where the answer is a redirect.
 */
export async function sendByHttp(
  { method, headers, body, signal }: Omit<ExchangeRequest, 'url'>,
  url: URL,
  connections: Connections,
): Promise<IncomingMessage | null> {
  const isSecure = url.protocol === 'https:';
  const open = isSecure ? requestHttps : requestHttp;
  const lookup = connections.guard?.(url);
  const response = await new Promise<IncomingMessage | null>((resolve, reject) => {
    const request = open(url, {
      method,
      agent: isSecure ? connections['https:'] : connections['http:'],
      timeout: PATIENCE.answer,
      ...(lookup === undefined ? {} : { lookup }),
      headers: {
        ...OWN,
        'accept-encoding': isSecure ? 'br, gzip, deflate' : 'gzip, deflate',
        ...(body === null || headers.has('content-type') ? {} : { 'content-type': 'text/plain;charset=UTF-8' }),
        ...Object.fromEntries(headers),
      },
    });
    const stop = (): void => void request.destroy(new Error('The request was aborted'));
    signal.addEventListener('abort', stop);
    request.once('close', () => signal.removeEventListener('abort', stop));
    request.once('timeout', () => request.destroy(failure('ETIMEDOUT')));
    request.once('response', resolve);
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isIdle = request.reusedSocket && error.code === 'ECONNRESET' && (method === 'GET' || method === 'HEAD');
      if (isIdle && !signal.aborted) resolve(null);
      else reject(error);
    });
    boundConnecting(request);
    if (signal.aborted) stop();
    // As bytes: with a text, Node would write the headers in its encoding, too.
    request.end(body === null ? undefined : Buffer.from(body));
  });
  if (response !== null && REDIRECTS.has(response.statusCode ?? 0))
    throw giveUp(response, new Error('unexpected redirect'));
  return response;
}

/** Ends a request whose connection does not come. */
function boundConnecting(request: ClientRequest): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => request.destroy(failure('ETIMEDOUT')), PATIENCE.connect);
    const stop = (): void => clearTimeout(timer);
    socket.once('connect', stop).once('close', stop);
  });
}

/** Hangs up on an answer; what it is given up for. */
export function giveUp(response: IncomingMessage, error: Error): Error {
  response.on('error', () => undefined).destroy();
  return error;
}

/** A failure with a code as the system has them. */
export function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
