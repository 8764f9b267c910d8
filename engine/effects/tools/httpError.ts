import type { Json, JsonObject } from '../../base/index.ts';
import { type Failure, fail, readRetryAfter } from '../outcome.ts';
import type { EgressRequest } from '../readAddress.ts';

/** Longest piece of a failing answer that is kept in `details.body`, in characters. */
const KEPT_BODY = 2000;

/** Longest query that is told, in characters. */
const KEPT_QUERY = 500;

interface HttpErrorContext {
  readonly request: EgressRequest;
  readonly status: number;
  readonly headers: JsonObject;
  readonly body: Json;
}

/**
 * A status other than 2xx as an error (format.md section 6):
 * 401 AUTHENTICATION, 403 AUTHORIZATION, 408 TIMEOUT, 429 RATE_LIMIT, 5xx COMMUNICATION, else EXECUTION.
 * `details` is `{type: 'http', reason: 'status', status, url, method, body}`; Retry-After becomes `retryAfter`.
 */
export function readHttpError({ request, status, headers, body }: HttpErrorContext): Failure {
  const { method } = request;
  const url = addressOf(request);
  const details = { type: 'http', reason: 'status', status, method, url, body: shorten(body) };
  return fail(
    codeOf(status),
    `${method} ${url} answered ${status}${meaningOf(status)}.`,
    details,
    readRetryAfter(headers['retry-after']),
  );
}

/** The address as it was asked for, with its query. Where a secret was, stays what the call has in place of it. */
function addressOf({ url, query }: EgressRequest): string {
  if (query.length === 0) return url;
  const added = query.map(([name, value]) => `${name}=${value}`).join('&');
  return url + (url.includes('?') ? '&' : '?') + (added.length > KEPT_QUERY ? `${added.slice(0, KEPT_QUERY)}…` : added);
}

function codeOf(status: number): string {
  switch (status) {
    case 401:
      return 'AUTHENTICATION_ERROR';
    case 403:
      return 'AUTHORIZATION_ERROR';
    case 408:
      return 'TIMEOUT_ERROR';
    case 429:
      return 'RATE_LIMIT_ERROR';
    default:
      return status >= 500 ? 'COMMUNICATION_ERROR' : 'EXECUTION_ERROR';
  }
}

function meaningOf(status: number): string {
  switch (status) {
    case 401:
      return ': it needs valid credentials. Check them';
    case 403:
      return ': these credentials are not allowed to do this';
    case 404:
      return ': there is nothing at this address';
    case 429:
      return ': too many requests';
    default:
      return status >= 500 ? ': the server failed' : '';
  }
}

function shorten(body: Json): Json {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (text.length <= KEPT_BODY) return body;
  return `${text.slice(0, KEPT_BODY)}…`;
}

/** The text of an answer, by the charset its content type names; UTF-8 without one, or with an unknown one. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
