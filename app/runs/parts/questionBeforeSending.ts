import type { HttpRequest } from './toHttpRequest.ts';

/** Methods that change nothing, as HTTP has it. */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** What a person is told before a request is sent again; null for one that changes nothing, which is sent at once. */
export function questionBeforeSending({ method, url }: Pick<HttpRequest, 'method' | 'url'>): string | null {
  if (SAFE.includes(method)) return null;
  return `${method} may change something at ${new URL(url).host}. It is sent as another request, with a new idempotency key.`;
}
