import { once } from 'node:events';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../base/index.ts';
import { BodyTooLarge, type EgressResponse, type ExchangeRequest, LARGEST_BODY } from '../../../effects/index.ts';
import { type LoopbackServer, serveLoopback } from '../../../testing/serving/serveLoopback.ts';
import { exchangeByHttp } from './exchangeByHttp.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server: LoopbackServer = await serveLoopback(listener);
  closing.push(server.close);
  return server.url;
}

/** Answers each connection with bytes as they are. */
async function serveBytes(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => answer(socket)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
}

function request(url: string, given: Partial<ExchangeRequest> = {}): ExchangeRequest {
  const signal = new AbortController().signal;
  return { url, method: 'GET', headers: new Headers(), body: null, signal, ...given };
}

interface Shown {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: JsonObject;
  readonly text: string;
}

function show(answer: EgressResponse): Shown {
  const { status, ok, headers, bytes } = answer;
  // `fetch` closes the connection after HEAD.
  const { date: _, connection: __, 'keep-alive': ___, ...others } = headers;
  return { status, ok, headers: others, text: new TextDecoder().decode(bytes) };
}

/** What it answers where it does not leave the request to `fetch`. */
async function exchange(asked: ExchangeRequest): Promise<Shown> {
  const answer = await exchangeByHttp(asked);
  if (answer === null) throw new Error('It was left to fetch.');
  return show(answer);
}

/** What `fetch` makes of the same request. */
async function fetchSame({ url, method, headers, body, signal }: ExchangeRequest): Promise<Shown> {
  const sealed = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const;
  const response = await fetch(url, { ...sealed, method, headers, body, signal });
  return show({
    status: response.status,
    ok: response.ok,
    headers: Object.fromEntries(response.headers.entries()),
    bytes: new Uint8Array(await response.arrayBuffer()),
  });
}

/** The code or the words of what made a request fail. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  if (!(cause instanceof Error)) return String(error);
  return 'code' in cause ? String(cause.code) : cause.message;
}

describe('an answer is that of fetch', () => {
  const long = 'x'.repeat(900);
  test.each<[string, RequestListener, Partial<ExchangeRequest>]>([
    ['plain', (_, response) => response.setHeader('content-type', 'text/plain').end('hello'), {}],
    ['in pieces', (_, response) => void (response.write('a'), setTimeout(() => response.end('b'), 5)), {}],
    ['empty', (_, response) => response.writeHead(204).end(), {}],
    ['to HEAD', (_, response) => response.setHeader('content-encoding', 'gzip').end(), { method: 'HEAD' }],
    ['of an error', (_, response) => response.writeHead(503).end('busy'), {}],
    ['to a body', (asked, response) => asked.pipe(response), { method: 'POST', body: 'é, said' }],
    ['to no body', (asked, response) => response.end(asked.headers['content-length']), { method: 'POST' }],
    [
      'with headers twice',
      (_, response) => response.writeHead(200, ['X-A', '1', 'x-a', '2', 'Set-Cookie', 'a', 'set-cookie', 'b']).end('x'),
      {},
    ],
    ['in gzip', (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(long)), {}],
    ['in deflate', (_, response) => response.setHeader('content-encoding', 'deflate').end(deflateSync(long)), {}],
    [
      'in bare deflate',
      (_, response) => response.setHeader('content-encoding', 'deflate').end(deflateRawSync(long)),
      {},
    ],
    ['in Brotli', (_, response) => response.setHeader('content-encoding', 'br').end(brotliCompressSync(long)), {}],
    [
      'in two encodings',
      (_, response) => response.setHeader('content-encoding', 'br, gzip').end(gzipSync(brotliCompressSync(long))),
      {},
    ],
    ['in an unknown one', (_, response) => response.setHeader('content-encoding', 'zip').end('zipped'), {}],
  ])('%s', async (_, listener, given) => {
    const asked = request(await serve(listener), given);
    const [theirs, ours] = [await fetchSame(asked), await exchange(asked)];
    expect(ours).toEqual(theirs);
  });
});

test('a request is that of fetch', async () => {
  const came: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }[] =
    [];
  const url = await serve((asked, response) => {
    const { method, url: path, headers } = asked;
    let body = '';
    asked.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    asked.on('end', () => {
      came.push({ method, url: path, headers, body });
      response.end();
    });
  });
  for (const given of [
    {},
    { method: 'POST', body: '{"ü":1}', headers: new Headers({ 'content-type': 'application/json', accept: 'text/*' }) },
    { method: 'PUT', body: 'text' },
    { method: 'DELETE', headers: new Headers({ authorization: 'Bearer x', 'user-agent': 'me' }) },
  ]) {
    const asked = request(`${url}a%20b/ü?q=1#part`, given);
    await fetchSame(asked);
    await exchangeByHttp(asked);
    const [theirs, ours] = came.splice(0);
    expect(ours).toEqual(theirs);
  }
});

describe('it fails as fetch does', () => {
  test.each<[string, string, (url: string) => string, RequestListener]>([
    [
      'a redirect',
      'unexpected redirect',
      (url) => url,
      (_, response) => response.writeHead(302, { location: '/' }).end(),
    ],
    ['a closed port', 'ECONNREFUSED', () => 'http://127.0.0.1:1025/', (_, response) => response.end()],
    ['an unknown host', 'ENOTFOUND', () => 'http://nowhere.invalid/', (_, response) => response.end()],
  ])('%s', async (_, cause, toUrl, listener) => {
    const asked = request(toUrl(await serve(listener)));
    expect(await fetchSame(asked).catch(causeOf)).toMatch(cause === 'ENOTFOUND' ? /ENOTFOUND|EAI_AGAIN/ : cause);
    expect(await exchangeByHttp(asked).catch(causeOf)).toMatch(cause === 'ENOTFOUND' ? /ENOTFOUND|EAI_AGAIN/ : cause);
  });

  test.each([
    ['before its head', ''],
    ['within its head', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['within its body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'],
    ['within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhal'],
  ])('an answer that ends %s', async (_, bytes) => {
    const url = await serveBytes((socket) => socket.end(bytes));
    await expect(fetchSame(request(url))).rejects.toThrow(TypeError);
    expect(await exchangeByHttp(request(url)).catch(causeOf)).toMatch(/ECONNRESET|HPE_/);
  });

  test.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
  ])('an answer that is %s', async (_, bytes) => {
    const url = await serveBytes((socket) => socket.end(bytes));
    await expect(fetchSame(request(url))).rejects.toThrow(TypeError);
    await expect(exchangeByHttp(request(url))).rejects.toThrow(TypeError);
  });

  test('one that is aborted, before, meanwhile and within the answer', async () => {
    const url = await serve((_, response) => void response.writeHead(200).write('a'));
    await expect(exchangeByHttp(request(url, { signal: AbortSignal.abort() }))).rejects.toThrow(TypeError);
    const controller = new AbortController();
    const answer = exchangeByHttp(request(url, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 20);
    await expect(answer).rejects.toThrow(TypeError);
  });
});

const HALF = Buffer.alloc(LARGEST_BODY / 2);

describe('an answer that is too large is not read to its end', () => {
  test.each<[string, RequestListener]>([
    ['announced', (_, response) => response.writeHead(200, { 'content-length': LARGEST_BODY + 1 }).write('x')],
    ['not announced', (_, response) => void (response.write(HALF), response.write(HALF), response.end('x'))],
    [
      'a bomb',
      (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(LARGEST_BODY + 1))),
    ],
    [
      'a bomb in Brotli',
      (_, response) =>
        response
          .setHeader('content-encoding', 'br')
          .end(brotliCompressSync(Buffer.alloc(LARGEST_BODY + 1), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
    ],
  ])('%s', async (_, listener) => {
    await expect(exchangeByHttp(request(await serve(listener)))).rejects.toThrow(BodyTooLarge);
  });

  test('one that is as large as it may be is', async () => {
    const url = await serve((_, response) => void (response.write(HALF), response.end(HALF)));
    expect((await exchangeByHttp(request(url)))?.bytes).toHaveLength(LARGEST_BODY);
  });
});

describe('for fetch are', () => {
  test.each<[string, Partial<ExchangeRequest>]>([
    ['a port that is refused', { url: 'http://127.0.0.1:6000/' }],
    ['a port of the system', { url: 'http://127.0.0.1:25/' }],
    ['credentials in the address', { url: 'http://a:b@127.0.0.1:1/' }],
    ['another protocol', { url: 'data:text/plain,x' }],
    ['another method', { method: 'TRACE' }],
    ['a header of the connection', { headers: new Headers({ 'transfer-encoding': 'chunked' }) }],
    ['a host', { headers: new Headers({ host: 'other' }) }],
  ])('%s', async (_, given) => {
    expect(await exchangeByHttp(request('http://127.0.0.1:1024/', given))).toBeNull();
  });

  test('what is asked on a connection that was closed while it was unused', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      let asked = 0;
      socket.on('data', () => {
        asked += 1;
        if (asked === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\na');
        else socket.resetAndDestroy();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
    expect((await exchange(request(url))).text).toBe('a');
    expect(await exchangeByHttp(request(url))).toBeNull();
    expect(sockets).toHaveLength(1);
    // One with consequences may have had them.
    expect((await exchange(request(url, { method: 'POST', body: 'x' }))).text).toBe('a');
    expect(await exchangeByHttp(request(url, { method: 'POST', body: 'x' })).catch(causeOf)).toBe('ECONNRESET');
  });
});
