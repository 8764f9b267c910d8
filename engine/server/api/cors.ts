import type { IncomingMessage } from 'node:http';
import type { Access } from './Access.ts';

/** How long a browser may remember what it was allowed, in seconds. */
const MAX_AGE = '600';

/**
 * The answer to the question a browser asks before a page of another origin may send a request; null for what is no such
 * question. An origin that is not allowed is answered, too, without a word that allows anything.
 */
export function answerPreflight({ method, headers }: IncomingMessage, access: Access): Response | null {
  const { origin } = headers;
  if (method !== 'OPTIONS' || origin === undefined || headers['access-control-request-method'] === undefined)
    return null;
  if (!access.allowsOrigin(origin)) return new Response(null, { status: 204, headers: { Vary: 'Origin' } });
  const isPrivate = headers['access-control-request-private-network'] === 'true';
  return new Response(null, {
    status: 204,
    headers: {
      ...sharedHeaders(origin),
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, DELETE',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Last-Event-ID',
      'Access-Control-Max-Age': MAX_AGE,
      ...(isPrivate ? { 'Access-Control-Allow-Private-Network': 'true' } : {}),
    },
  });
}

/** What lets the page of an allowed origin read an answer. */
export function sharedHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Location, Retry-After, Idempotent-Replayed',
    Vary: 'Origin',
  };
}
