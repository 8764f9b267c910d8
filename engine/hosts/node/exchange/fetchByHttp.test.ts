import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { servingTests } from '../../../testing/serving/servingTests.ts';
import { createFetch } from './fetchByHttp.ts';
import { openConnections } from './sendByHttp.ts';

const serve = servingTests();
const byHttp = createFetch(openConnections(null));

const SEALED = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const;

type Init = Parameters<typeof byHttp>[1];

/** What came of a request: of its answer all but what names a time or the connection, or why there was none. */
async function outcome(send: typeof byHttp, url: string, init: Init): Promise<unknown> {
  try {
    const { status, ok, headers, body } = await send(url, { ...SEALED, ...init });
    const { date: _, connection: __, 'keep-alive': ___, ...shown } = Object.fromEntries(headers.entries());
    return { status, ok, headers: shown, text: body === null ? '' : await new Response(body).text() };
  } catch (error) {
    return error instanceof Error ? error.name : error;
  }
}

const long = 'x'.repeat(200_000);
const encoded =
  (encoding: string, bytes: Uint8Array): RequestListener =>
  (_, response) =>
    response.setHeader('content-encoding', encoding).end(bytes);
const echo: RequestListener = (request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { host: _, connection: __, ...headers } = request.headers;
    const sorted = Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1));
    response.end(JSON.stringify({ method: request.method, sorted, body: Buffer.concat(parts).toString() }));
  });
};

describe('it sends and answers as fetch does', () => {
  test.each<[string, RequestListener, Init]>([
    ['what is sent', echo, {}],
    ['a body', echo, { method: 'POST', body: 'hällo', headers: { 'x-own': 'ü' } }],
    ['a body of a type', echo, { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } }],
    ['a method in lower case', echo, { method: 'delete' }],
    ['a range', echo, { headers: { range: 'bytes=0-1' } }],
    ['an encoding that is asked for', echo, { headers: { 'accept-encoding': 'gzip' } }],
    ['a long answer', (_, response) => response.end(long), {}],
    ['gzip', encoded('gzip', gzipSync(long)), {}],
    ['deflate', encoded('deflate', deflateSync(long)), {}],
    ['bare deflate', encoded('deflate', deflateRawSync(long)), {}],
    ['brotli', encoded('br', brotliCompressSync(long)), {}],
    ['two encodings', encoded('deflate, gzip', gzipSync(deflateSync(long))), {}],
    ['an unknown encoding', encoded('zstd-of-tomorrow', Buffer.from('as it is')), {}],
    ['HEAD', (_, response) => response.setHeader('content-length', '7').end(), { method: 'HEAD' }],
    ['no content', (_, response) => response.writeHead(204).end(), {}],
    ['an unusual status', (_, response) => response.writeHead(599).end('no'), {}],
    ['a redirect, which is not followed', (_, response) => response.writeHead(302, { location: '/' }).end(), {}],
    ['CONNECT', echo, { method: 'CONNECT' }],
    ['TRACE', echo, { method: 'TRACE' }],
    [
      'an answer that ends too early',
      (_, response) => response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy()),
      {},
    ],
  ])('%s', async (_, listener, init) => {
    const url = await serve(listener);
    expect(await outcome(byHttp, url, init)).toEqual(await outcome(fetch, url, init));
  });

  test.each(['transfer-encoding', 'upgrade', 'keep-alive', 'expect'])('the header %s is refused', async (name) => {
    const url = await serve(echo);
    const init = { method: 'POST', body: 'x', headers: { [name]: 'chunked' } };
    expect(await outcome(byHttp, url, init)).toBe('TypeError');
  });

  test.each([22, 25, 6379 - 379, 6667])('port %i is refused', async (port) => {
    await expect(byHttp(`http://127.0.0.1:${port}/`, {})).rejects.toMatchObject({ cause: { message: 'bad port' } });
  });
});

test('an answer is read as it comes, and an abort ends it', async () => {
  let isClosed = false;
  const url = await serve((request, response) => {
    request.once('close', () => (isClosed = true));
    response.write('first');
  });
  const controller = new AbortController();
  const { body } = await byHttp(url, { signal: controller.signal });
  const reader = body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
  controller.abort();
  await expect(reader?.read()).rejects.toThrow();
  await expect.poll(() => isClosed).toBe(true);
});

test('whoever reads no more hangs up', async () => {
  let isClosed = false;
  const url = await serve((request, response) => {
    request.once('close', () => (isClosed = true));
    response.write('first');
  });
  const { body } = await byHttp(url, {});
  await body?.cancel();
  await expect.poll(() => isClosed).toBe(true);
});
