import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';
import { jsonObject } from '../../../base/index.ts';
import {
  BodyTooLarge,
  EgressError,
  type EgressResponse,
  type Exchange,
  type ExchangeRequest,
  LARGEST_BODY,
} from '../../../effects/index.ts';
import { isOrdinary } from './isProxied.ts';
import { type Connections, failure, giveUp, openConnections, sendByHttp } from './sendByHttp.ts';

/**
 * Sends a request and reads its whole answer by `node:http`, which takes half the time of the processor that `fetch` does. It is sent and
 * read as `fetch` would; null, and nothing was sent, where that would take more than is done here. Rejects with the reason as the cause,
 * and with an {@link EgressError} where the request may not be sent.
 */
export const exchangeByHttp: Exchange = createExchange(openConnections(null));

/** {@link exchangeByHttp} by connections of its own. */
export function createExchange(connections: Connections): Exchange {
  return async (request) => {
    const url = new URL(request.url);
    if (!isOrdinary(request, url)) return null;
    try {
      const response = await sendByHttp(request, url, connections);
      return response === null ? null : await readAnswer(request, response);
    } catch (error) {
      throw error instanceof BodyTooLarge ? error : toFetchError(error);
    }
  };
}

/** What `fetch` rejects with for a reason. */
export function toFetchError(error: unknown): TypeError {
  return error instanceof EgressError ? error : new TypeError('fetch failed', { cause: error });
}

async function readAnswer({ method }: ExchangeRequest, response: IncomingMessage): Promise<EgressResponse> {
  const { statusCode: status = 0 } = response;
  const headers = joinHeaders(response.rawHeaders);
  if (Number(headers.get('content-length') ?? 0) > LARGEST_BODY) throw giveUp(response, new BodyTooLarge());
  const bytes = await readBytes(response);
  const decoded = method === 'HEAD' ? bytes : await decodeBody(bytes, headers);
  return { status, ok: status >= 200 && status < 300, headers: jsonObject(headers), bytes: decoded };
}

/** The bytes as they came. */
async function readBytes(response: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > LARGEST_BODY) response.destroy(new BodyTooLarge());
      else chunks.push(chunk);
    });
    response.once('end', () =>
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
    );
    response.once('error', reject);
    response.once('close', () => reject(failure('ECONNRESET')));
  });
}

/** Headers of an answer as `fetch` has them: by lower-case name, in its order, those of one name joined; of cookies, the last. */
export function joinHeaders(raw: readonly string[]): ReadonlyMap<string, string> {
  const joined = new Map<string, string>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = raw[at + 1] ?? '';
    const before = name === 'set-cookie' ? undefined : joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return new Map([...joined].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** As `fetch`, which takes a body that ends too early for as much as there is. */
export const LENIENT = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH } as const;
export const LENIENT_BROTLI = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
} as const;

const MOST = { maxOutputLength: LARGEST_BODY } as const;

/** Whether bytes in `deflate` begin with the head of zlib, which some servers omit. */
export function hasZlibHead([first = 0]: Uint8Array): boolean {
  return (first & 15) === 8;
}

type Decode = (bytes: Uint8Array) => Promise<Uint8Array>;

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', (bytes) => promisify(gunzip)(bytes, { ...MOST, ...LENIENT })],
  ['x-gzip', (bytes) => promisify(gunzip)(bytes, { ...MOST, ...LENIENT })],
  ['deflate', (bytes) => promisify(hasZlibHead(bytes) ? inflate : inflateRaw)(bytes, { ...MOST, ...LENIENT })],
  ['br', (bytes) => promisify(brotliDecompress)(bytes, { ...MOST, ...LENIENT_BROTLI })],
]);

/** A body without its `content-encoding`; one in an unknown encoding as it is. Rejects with {@link BodyTooLarge} where it is larger than answers may be. */
async function decodeBody(bytes: Uint8Array, headers: ReadonlyMap<string, string>): Promise<Uint8Array> {
  const names = headers.get('content-encoding')?.toLowerCase().split(',') ?? [];
  const decoders = names.reverse().map((name) => DECODERS.get(name.trim()));
  if (bytes.length === 0 || decoders.includes(undefined)) return bytes;
  let decoded = bytes;
  for (const decode of decoders)
    if (decode !== undefined)
      decoded = await decode(decoded).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ERR_BUFFER_TOO_LARGE' ? new BodyTooLarge() : error;
      });
  return decoded;
}
