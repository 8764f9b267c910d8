import type { IncomingMessage } from 'node:http';
import { jsonObject } from '../../../base/index.ts';
import {
  BodyTooLarge,
  EgressError,
  type EgressResponse,
  type Exchange,
  type ExchangeRequest,
  LARGEST_BODY,
} from '../../../effects/index.ts';
import { decodeBody } from './decodeBody.ts';
import { isOrdinary } from './isOrdinary.ts';
import { joinHeaders } from './joinHeaders.ts';
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
