import type { IncomingMessage } from 'node:http';
import type { RefusedBy } from '../../service/index.ts';
import { ApiProblem } from './ApiProblem.ts';
import { senderOf } from './network/senderOf.ts';
import type { TrustedProxies } from './network/TrustedProxies.ts';
import { type ApiLimits, RateLimit } from './RateLimit.ts';
import { allows, type KeptToken, type Scope, type TokenFile } from './TokenFile.ts';

/** Names of this computer, as addresses write them. */
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

/** Whether only this computer can connect to a host. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host.toLowerCase());
}

/** Who asks, and what they may do. */
export interface Visitor {
  /** Names a token, or an address: what is limited is limited by it. */
  readonly id: string;
  /** Null: nothing but what asks for no token. */
  readonly scope: Scope | null;
  /** The token that was sent; null: none. */
  readonly token: Pick<KeptToken, 'id' | 'name' | 'scope' | 'workflows' | 'rate'> | null;
}

export interface AccessParts {
  readonly tokens: TokenFile | null;
  /** Origins of other sites whose pages may use the API. */
  readonly cors: readonly string[];
  /** Proxies whose word on who sent a request counts. */
  readonly proxies: TrustedProxies;
  readonly limits: ApiLimits;
  /** A clock that never goes back, in ms. */
  readonly now: () => number;
}

/**
 * Who may do what. Where there is a token, each request needs one. Where there is none, the server is on loopback, and what
 * is left to refuse is what another site makes a browser send:
 *
 * | the request, without tokens | refused where |
 * |---|---|
 * | any | `Host` is another name than this computer's (DNS rebinding) |
 * | any | `Origin` is neither of this host nor allowed |
 * | any | `Sec-Fetch-Site` is neither `same-origin` nor `none`, and `Origin` is not allowed |
 */
export class Access {
  readonly #parts: AccessParts;
  readonly #requests: RateLimit;
  readonly #failures: RateLimit;
  /** Once there was a token, the last one that is taken away opens nothing. */
  #needsToken: boolean;

  private constructor(parts: AccessParts, needsToken: boolean) {
    const { requestsPerSecond, burst, failuresPerSecond } = parts.limits;
    this.#parts = parts;
    this.#needsToken = needsToken;
    this.#requests = new RateLimit({ perSecond: requestsPerSecond, burst }, parts.now);
    this.#failures = new RateLimit({ perSecond: failuresPerSecond, burst: failuresPerSecond * 10 }, parts.now);
  }

  /** Rejects with an `Error` for the user where others could connect without a token. */
  static async open(parts: AccessParts, host: string): Promise<Access> {
    const hasTokens = parts.tokens !== null && (await parts.tokens.list()).length > 0;
    if (!hasTokens && !isLoopback(host))
      throw new Error(
        `Others can connect to ${host}, so a token is needed. Make one: signalbox serve token. Or serve at 127.0.0.1.`,
      );
    if (!hasTokens && parts.proxies.areThere)
      throw new Error(
        'Others can connect through a proxy, so a token is needed. Make one: signalbox serve token. Or omit --trust-proxy.',
      );
    return new Access(parts, hasTokens);
  }

  /** Whether a page of an origin may read answers. */
  allowsOrigin(origin: string | undefined): origin is string {
    return origin !== undefined && this.#parts.cors.includes(origin);
  }

  /** Finds out who asks. Rejects with an {@link ApiProblem} for a token that is not valid, another site, and too many requests. */
  async identify(incoming: IncomingMessage): Promise<Visitor> {
    const { tokens } = this.#parts;
    const address = this.senderOf(incoming);
    expectPath(incoming);
    if (!this.#needsToken && tokens !== null && (await tokens.list()).length > 0) this.#needsToken = true;
    if (!this.#needsToken) {
      this.#expectOwnSite(incoming);
      this.#count(address);
      return { id: address, scope: 'admin', token: null };
    }
    const { authorization } = incoming.headers;
    if (tokens === null || authorization === undefined) {
      this.#count(address);
      return { id: address, scope: null, token: null };
    }
    expectPermit(this.#failures.look(address), { rule: 'guesses', code: 'TOO_MANY_REQUESTS' });
    const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
    const found = await tokens.find(token);
    if (found === null) {
      this.#failures.take(address);
      throw new ApiProblem(
        'TOKEN_REFUSED',
        'The token is not one of this server, has expired, or was revoked. signalbox serve token makes one.',
        { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } },
      );
    }
    this.#count(found.id);
    return { id: found.id, scope: found.scope, token: found };
  }

  /** Whom to count for a request, and to name. */
  senderOf(incoming: IncomingMessage): string {
    return senderOf(incoming, this.#parts.proxies);
  }

  /** Lets in whoever asks for a webhook, which knows its senders by a secret of its own. Throws an {@link ApiProblem}. */
  admit(incoming: IncomingMessage): Visitor {
    expectPath(incoming);
    const id = this.senderOf(incoming);
    this.#count(id);
    return { id, scope: null, token: null };
  }

  /**
   * Throws an {@link ApiProblem} for what the page of another site may have sent, where there are no tokens: with them, others
   * can connect anyway.
   */
  expectOwnSite(incoming: IncomingMessage): void {
    if (!this.#needsToken) this.#expectOwnSite(incoming);
  }

  #count(visitor: string): void {
    expectPermit(this.#requests.take(visitor));
  }

  #expectOwnSite({ headers, socket }: IncomingMessage): void {
    const host = headers.host?.toLowerCase() ?? '';
    const port = socket.localPort ?? 0;
    const [scheme, usual] = 'encrypted' in socket ? ['https', 443] : ['http', 80];
    const names = ['127.0.0.1', 'localhost', '[::1]'];
    if (!names.some((name) => host === `${name}:${port}` || (port === usual && host === name)))
      throw new ApiProblem(
        'HOST_REFUSED',
        `This server is ${scheme}://127.0.0.1:${port}, and answers under no other name.`,
      );
    if (this.allowsOrigin(headers.origin)) return;
    const site = headers['sec-fetch-site'];
    const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
    if (isForeign || (headers.origin !== undefined && headers.origin !== `${scheme}://${host}`))
      throw new ApiProblem(
        'SITE_REFUSED',
        'The page of another site may not use this server. Allow its origin: signalbox serve --cors ORIGIN.',
      );
  }
}

/** Throws an {@link ApiProblem} where a visitor may not do what needs a scope; null needs none. */
export function expectScope({ scope }: Visitor, needed: Scope | null): void {
  if (needed === null) return;
  if (scope === null)
    throw new ApiProblem('TOKEN_NEEDED', 'Send a token of this server: Authorization: Bearer TOKEN.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  if (!allows(scope, needed))
    throw new ApiProblem('SCOPE_NEEDED', `The token may ${scope}. This needs one that may ${needed}.`, {
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${needed}"` },
    });
}

/** The form that proxies are sent names a host of its own, next to the header that is checked. */
function expectPath({ url }: IncomingMessage): void {
  if (url?.startsWith('/') !== true)
    throw new ApiProblem('BAD_REQUEST', 'The address of a request begins with /, and this server is not a proxy.');
}

/** Throws an {@link ApiProblem} where a permit is to be had in some seconds only. @param refusedBy what that is counted as; absent: too many requests */
export function expectPermit(seconds: number, refusedBy?: RefusedBy): void {
  if (seconds > 0)
    throw new ApiProblem('TOO_MANY_REQUESTS', `Wait ${seconds} s before you ask again.`, {
      headers: { 'Retry-After': String(seconds) },
      ...(refusedBy === undefined ? {} : { refusedBy }),
    });
}

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
