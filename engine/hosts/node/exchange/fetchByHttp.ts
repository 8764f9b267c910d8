import type { IncomingMessage } from 'node:http';
import { pipeline, Transform, type TransformCallback } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type Inflate,
  type InflateRaw,
} from 'node:zlib';
import type { HostFetch } from '../../../effects/index.ts';
import { hasZlibHead, joinHeaders, LENIENT, LENIENT_BROTLI, toFetchError } from './exchangeByHttp.ts';
import { isRefusedPort, REFUSED_HEADERS } from './isProxied.ts';
import { type Connections, sendByHttp } from './sendByHttp.ts';

/** How often a request is sent again whose kept connection turned out to be closed. */
const MOST_TRIES = 5;

const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', () => createGunzip(LENIENT)],
  ['x-gzip', () => createGunzip(LENIENT)],
  ['deflate', () => new InflateStream()],
  ['br', () => createBrotliDecompress(LENIENT_BROTLI)],
]);

/**
 * Sends each request by `node:http`, with nothing left to the platform's `fetch`, which cannot be told what it may connect to. It is sent and
 * answered alike, and what that refuses is refused: its ports, methods and headers, and redirects.
 */
export function createFetch(connections: Connections): HostFetch {
  return async (address, init) => {
    const url = new URL(address);
    const { body = null } = init;
    try {
      // Checks the method, and writes it and the headers as they are sent.
      const { method, headers } = new Request(url, { method: init.method ?? 'GET', headers: init.headers ?? {}, body });
      refuseUnfit(url, headers);
      if (headers.has('range') && !headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
      const signal = init.signal ?? new AbortController().signal;
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const response = await sendByHttp({ method, headers, body, signal }, url, connections);
        if (response !== null) return toAnswer(response, method);
      }
      throw new Error('The connection was closed');
    } catch (error) {
      throw toFetchError(error);
    }
  };
}

function refuseUnfit(url: URL, headers: Headers): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('unknown scheme');
  if (isRefusedPort(url)) throw new Error('bad port');
  for (const name of headers.keys()) if (REFUSED_HEADERS.has(name)) throw new Error(`invalid ${name} header`);
}

type HostResponse = Awaited<ReturnType<HostFetch>>;

function toAnswer(response: IncomingMessage, method: string): HostResponse {
  const { statusCode: status = 0, rawHeaders } = response;
  const joined = joinHeaders(rawHeaders);
  const isEmpty = method === 'HEAD' || status === 204 || status === 205 || status === 304;
  const names = joined.get('content-encoding')?.toLowerCase().split(',') ?? [];
  const decoders = names.reverse().map((name) => DECODERS.get(name.trim()));
  const known = decoders.flatMap((decoder) => (decoder === undefined ? [] : [decoder()]));
  if (isEmpty) response.resume();
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: new Headers([...joined]),
    body: isEmpty ? null : toBody(response, known.length === decoders.length ? known : []),
  };
}

function toBody(response: IncomingMessage, decoders: readonly Transform[]): HostResponse['body'] {
  const last = decoders.at(-1) ?? response;
  // Whoever reads the end of it hears of what goes wrong.
  if (decoders.length > 0) pipeline([response, ...decoders], () => undefined);
  const parts: AsyncIterator<Buffer<ArrayBuffer>> = last[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await parts.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(new TypeError('terminated', { cause: error }));
      }
    },
    cancel: () => void last.destroy(),
  });
}

/** Decodes `deflate`, with the head of zlib or without: its first byte tells. */
class InflateStream extends Transform {
  #inner: Inflate | InflateRaw | null = null;

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    if (chunk.length === 0) return done();
    this.#inner ??= this.#open(chunk);
    this.#inner.write(chunk, encoding, done);
  }

  override _read(size: number): void {
    this.#inner?.resume();
    super._read(size);
  }

  override _final(done: TransformCallback): void {
    if (this.#inner === null) return done();
    this.#inner.once('end', () => done()).end();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#inner?.destroy();
    done(error);
  }

  #open(chunk: Buffer): Inflate | InflateRaw {
    const inner = hasZlibHead(chunk) ? createInflate(LENIENT) : createInflateRaw(LENIENT);
    // A few bytes may be decoded to very many: whoever reads says when to continue.
    inner.on('data', (decoded) => this.push(decoded) || inner.pause());
    return inner.on('error', (error) => this.destroy(error));
  }
}
