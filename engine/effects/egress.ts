import { type JsonObject, jsonObject, ok } from '../base/index.ts';
import { type AuthorizeContext, authorizeRequest } from './authorizeRequest.ts';
import { openRequest } from './openRequest.ts';
import { type Attempt, cancelled, EgressError, fail } from './outcome.ts';
import type { EgressRequest } from './readAddress.ts';
import { type RevealedRequest, revealRequest } from './revealRequest.ts';

/** A response of any status; `bytes` is the whole body. */
export interface EgressResponse {
  readonly status: number;
  readonly ok: boolean;
  /** By lower-case name; a page only sees those a server exposes to it. */
  readonly headers: JsonObject;
  readonly bytes: Uint8Array;
}

/** An answer whose body still comes; a body over the cap errors with a {@link BodyTooLarge}. */
export interface EgressStream extends Omit<EgressResponse, 'bytes'> {
  readonly body: ReadableStream<Uint8Array>;
}

/** Fails with COMMUNICATION_ERROR, VALIDATION_ERROR, CONFIGURATION_ERROR, LIMIT_ERROR, AUTHORIZATION_ERROR or CANCELLED; any status is an answer. */
export interface Egress {
  /** Asks the user what has to be asked before such a request, without a time limit, and sends nothing. */
  readonly allow: (request: EgressRequest, signal: AbortSignal) => Promise<Attempt<null>>;
  /** Sends one request and reads the whole answer. */
  readonly send: (request: EgressRequest, signal: AbortSignal) => Promise<Attempt<EgressResponse>>;
  /** Sends one request; the body is read as it comes. */
  readonly open: (request: EgressRequest, signal: AbortSignal) => Promise<Attempt<EgressStream>>;
}

/** A request whose whole answer is read, as it is sent on the wire: secrets have their values. */
export interface ExchangeRequest extends RevealedRequest {
  readonly method: string;
  readonly signal: AbortSignal;
}

/**
 * Sends a request without cookies, referrer and redirects and reads its whole answer, at most {@link LARGEST_BODY} bytes, where a host does so at
 * less cost than by its `fetch`; null: that has to. Rejects with a {@link BodyTooLarge}, and otherwise as {@link HostFetch}.
 */
export type Exchange = (request: ExchangeRequest) => Promise<EgressResponse | null>;

/** Sends a request as the platform's `fetch` does, or rejects with an {@link EgressError}, which is what the request fails with. */
export type HostFetch = (
  url: string,
  init: Omit<RequestInit, 'body'> & { readonly body?: string | null },
) => Promise<Pick<Response, 'status' | 'ok' | 'headers' | 'body'>>;

/** What the egress needs of its host. */
export interface EgressContext extends AuthorizeContext {
  readonly fetch: HostFetch;
  readonly exchange?: Exchange | undefined;
  /** Called with the value of each secret that is sent: it is masked in the response. */
  readonly onSend: (value: string) => void;
}

/** An answer whose body no one reads yet, nor caps. */
interface OpenResponse extends Omit<EgressResponse, 'bytes'> {
  readonly body: ReadableStream<Uint8Array> | null;
}

/** What every request omits: cookies, the referrer, redirects, and answers of an earlier run. */
const SEALED = {
  redirect: 'error',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
} as const;

/** Largest body of an answer, in bytes. */
export const LARGEST_BODY = 32 * 1024 * 1024;

/**
 * The only way out: every request of every tool and model goes through here. Secrets become values here and only here;
 * cookies, referrers and redirects are never sent or followed; a body over 32 MiB is cut off while it streams.
 */
export function createEgress(context: EgressContext): Egress {
  const allow = async (request: EgressRequest, signal: AbortSignal): Promise<Attempt<null>> => {
    const authorized = await authorizeRequest(request, context, signal);
    return authorized.ok ? ok(null) : authorized;
  };
  const begin = async ({ url, ...request }: ExchangeRequest): Promise<OpenResponse> => {
    const { fetch } = context;
    const { status, ok: isOk, headers, body } = await fetch(url, { ...SEALED, ...request });
    if (Number(headers.get('content-length') ?? 0) > LARGEST_BODY) {
      await body?.cancel();
      throw new BodyTooLarge();
    }
    return { status, ok: isOk, headers: jsonObject(headers.entries()), body };
  };
  const ask = async <T>(
    request: EgressRequest,
    signal: AbortSignal,
    read: (request: ExchangeRequest, close: () => void) => Promise<T>,
  ): Promise<Attempt<T>> => {
    const permitted = await openRequest(request, context, signal);
    if (!permitted.ok) return permitted;
    const { address, signal: whole, close } = permitted.value;
    try {
      const revealed = revealRequest(request, address, (token) => {
        const value = context.reveal(token);
        if (value !== undefined) context.onSend(value);
        return value;
      });
      if (revealed.ok) return ok(await read({ ...revealed.value, method: request.method, signal: whole }, close));
      close();
      return revealed;
    } catch (error) {
      close();
      if (error instanceof BodyTooLarge) return tooLarge(request);
      if (error instanceof EgressError) return error.failure;
      if (whole.reason instanceof EgressError) return whole.reason.failure;
      return signal.aborted ? cancelled() : unreachable(request, error);
    }
  };
  const open: Egress['open'] = (request, signal) =>
    ask(request, signal, async (revealed, close) => {
      const answer = await begin(revealed);
      return { ...answer, body: capBody(answer.body, revealed.signal, close) };
    });
  const send: Egress['send'] = (request, signal) =>
    ask(request, signal, async (revealed, close) => {
      const whole = (await context.exchange?.(revealed)) ?? (await readWhole(revealed));
      close();
      return whole;
    });
  const readWhole = async (revealed: ExchangeRequest): Promise<EgressResponse> => {
    const { body, ...head } = await begin(revealed);
    return { ...head, bytes: await readBody(body) };
  };
  return { allow, send, open };
}

/** What a body that grows over the cap is cut off with. */
export class BodyTooLarge extends Error {
  constructor() {
    super('The answer is larger than 32 MiB.');
  }
}

/** A body that is read as it comes: errors with the reason of the signal; `close` is called once it has ended, however it does. */
function capBody(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
  close: () => void,
): ReadableStream<Uint8Array> {
  let size = 0;
  const cap = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      size += chunk.length;
      if (size > LARGEST_BODY) controller.error(new BodyTooLarge());
      else controller.enqueue(chunk);
    },
  });
  const piped = (body ?? new Blob().stream()).pipeTo(cap.writable, { signal });
  // Who reads the other end hears of it.
  piped.then(close, close);
  return cap.readable;
}

/** Reads the whole of a body, as far as it is not over the cap: at a fraction of the cost of capping it while it is read elsewhere. */
async function readBody(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return join(chunks, size);
    chunks.push(value);
    size += value.length;
    if (size > LARGEST_BODY) {
      await reader.cancel();
      throw new BodyTooLarge();
    }
  }
}

function tooLarge(request: EgressRequest): Attempt<never> {
  return fail('LIMIT_ERROR', `The answer of ${request.url} is larger than 32 MiB. Request less, page by page.`, {
    type: 'http',
    reason: 'too_large',
    limit: LARGEST_BODY,
  });
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** The message where the cause is unknown: a browser reports none. */
const UNKNOWN_CAUSE =
  'From a browser, a network that fails, a server that does not allow this page (CORS), a redirect and a wrong address all look alike: check the address, and whether the server allows calls from other sites.';

/** What may be the cause besides, on a page that did not come over HTTPS: browsers leave `crypto.subtle` out of it. */
const PLAIN_PAGE =
  ' This page was loaded over plain HTTP: the browser may block calls to this computer and its network.';

/** The messages for Node, by the code of the system or the text of its fetch. */
const SYSTEM_CAUSES: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'Nothing listens there (ECONNREFUSED): check the port, and whether the server runs.'],
  ['ENOTFOUND', 'There is no host of that name (ENOTFOUND): check the address.'],
  ['EAI_AGAIN', 'The name of the host cannot be looked up now (EAI_AGAIN): check the network.'],
  ['ECONNRESET', 'The server closed the connection (ECONNRESET).'],
  ['unexpected redirect', 'It answers with a redirect, which is not followed: write the address it leads to.'],
]);

function unreachable(request: EgressRequest, error: unknown): Attempt<never> {
  const isOffline = isKnownOffline(Reflect.get(globalThis, 'navigator'));
  const cause = describeCause(error);
  const unknown = 'subtle' in globalThis.crypto ? UNKNOWN_CAUSE : UNKNOWN_CAUSE + PLAIN_PAGE;
  const what = isOffline ? 'This device is offline.' : (SYSTEM_CAUSES.get(cause) ?? unknown);
  return fail('COMMUNICATION_ERROR', `${request.method} ${request.url} got no answer. ${what}`, {
    type: 'network',
    reason: isOffline ? 'offline' : 'unreachable',
    method: request.method,
    url: request.url,
    cause,
  });
}

/** Browsers know when a device is offline; other platforms do not report it. */
function isKnownOffline(navigator: unknown): boolean {
  return typeof navigator === 'object' && navigator !== null && 'onLine' in navigator && navigator.onLine === false;
}

/**
 * Node reports more than a browser: the code of the system is in the cause. Texts of the platform are used only where they are
 * known: some repeat the address, and by then secrets are in it.
 */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.name;
  const code = 'code' in cause ? String(cause.code) : cause.message;
  return SYSTEM_CAUSES.has(code) || /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : cause.name;
}
