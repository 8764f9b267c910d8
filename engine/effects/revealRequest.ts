import { ok } from '../base/index.ts';
import type { EgressRequest } from './EgressRequest.ts';
import { type Attempt, type Failure, fail } from './outcome.ts';
import { base64ToText, textToBase64 } from './secrets/base64.ts';
import { listTokens, nameOfToken, revealText } from './secrets/placeholder.ts';

/** A request ready for the wire, secrets and all. Never leaves the egress. */
export interface RevealedRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
}

/** A secret a request names and nobody has. */
class MissingSecret extends Error {
  readonly token: string;
  constructor(token: string) {
    super(`No value for ${token}`);
    this.token = token;
  }
}

/** What turns a request into one for the wire. */
export interface RevealContext {
  /** Relative addresses resolve against it; empty when there is none. */
  readonly baseUrl: string;
  /** The value of a secret; the egress alone calls it. */
  readonly reveal: (token: string) => string | undefined;
}

/** Puts secrets and the base address into a request. Fails with CONFIGURATION_ERROR for a secret without a value, VALIDATION_ERROR for what cannot be sent. */
export function revealRequest(request: EgressRequest, context: RevealContext): Attempt<RevealedRequest> {
  const reveal = (token: string): string => {
    const value = context.reveal(token);
    if (value === undefined) throw new MissingSecret(token);
    return value;
  };
  try {
    const url = revealUrl(request, context.baseUrl, reveal);
    if (!url.ok) return url;
    const headers = revealHeaders(request, reveal);
    if (!headers.ok) return headers;
    const body = request.body === null ? null : revealText(request.body, reveal, (value) => value);
    return ok({ url: url.value, headers: headers.value, body });
  } catch (error) {
    if (!(error instanceof MissingSecret)) throw error;
    const name = nameOfToken(error.token);
    return fail('CONFIGURATION_ERROR', `The secret ${name} has no value here. Set it under Variables and run again.`, {
      type: 'secret',
      reason: 'missing',
      name,
    });
  }
}

/** The tokens of every secret a request carries, credentials of `Basic` included. */
export function listRequestTokens({ url, query, headers, body }: EgressRequest): ReadonlySet<string> {
  const texts = [url, ...query.map(([, value]) => value), ...headers.map(([, value]) => value), body ?? ''];
  const credentials = headers.flatMap(([, value]) => readBasic(value) ?? []);
  return new Set([...texts, ...credentials].flatMap(listTokens));
}

type Reveal = (token: string) => string;

/** A secret that opens the address is an address of its own; elsewhere it is one part of it and is encoded. */
function revealUrl(request: EgressRequest, baseUrl: string, reveal: Reveal): Attempt<string> {
  const text = revealText(request.url, reveal, (value, at) => (at === 0 ? value : encodeURIComponent(value)));
  const url = readUrl(text, baseUrl);
  if (url === null) {
    const hint =
      baseUrl === ''
        ? 'A relative address starts from `base_url` in the config of a tool, or from the page of the app, and here is neither. Write the whole address, with https://, or set `base_url`.'
        : 'Write an address such as https://example.com/data.json.';
    return invalid(`“${request.url}” is not an address that can be called. ${hint}`, 'url');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return invalid(
      `“${request.url}” begins with ${url.protocol} Only http: and https: addresses can be called.`,
      'protocol',
    );
  }
  if (url.username !== '' || url.password !== '') {
    return invalid(
      'The address holds a user name or password. Send them in an Authorization header instead.',
      'credentials',
    );
  }
  const query = new URLSearchParams();
  for (const [key, value] of request.query)
    query.append(
      key,
      revealText(value, reveal, (secret) => secret),
    );
  if (query.size > 0) url.search = url.search === '' ? `?${query}` : `${url.search}&${query}`;
  return ok(url.href);
}

function readUrl(text: string, baseUrl: string): URL | null {
  try {
    return baseUrl === '' ? new URL(text) : new URL(text, baseUrl);
  } catch {
    return null;
  }
}

function revealHeaders(request: EgressRequest, reveal: Reveal): Attempt<Headers> {
  const headers = new Headers();
  for (const [name, value] of request.headers) {
    try {
      headers.append(name, revealHeader(value, reveal));
    } catch (error) {
      if (error instanceof MissingSecret) throw error;
      return invalid(
        `“${name}” is not a header that can be sent: its name or value holds a character HTTP does not allow.`,
        'header',
      );
    }
  }
  return ok(headers);
}

/** `Basic` credentials are base64 of `user:password`: a placeholder inside is revealed and encoded again. */
function revealHeader(value: string, reveal: Reveal): string {
  const credentials = readBasic(value);
  if (credentials !== null) return `Basic ${textToBase64(revealText(credentials, reveal, (secret) => secret))}`;
  return revealText(value, reveal, (secret) => secret);
}

function readBasic(value: string): string | null {
  const basic = /^Basic\s+(\S+)$/i.exec(value)?.[1];
  return basic === undefined ? null : base64ToText(basic);
}

function invalid(message: string, reason: string): Failure {
  return fail('VALIDATION_ERROR', message, { type: 'http', reason });
}
