import { createConnection } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiUnderTest } from './testing.ts';

let api: ApiUnderTest;

beforeEach(async () => {
  api = await ApiUnderTest.start({
    cors: ['https://console.example'],
    limits: { bodyBytes: 64 * 1024, bodyTime: 300 },
  });
});

afterEach(() => api.close());

const START = '/api/workflows/hello/runs';

/** Sends bytes as they are, and answers all that came until the server hung up. */
function send(...parts: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection(api.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    for (const part of parts) socket.write(part);
  });
}

function head(line: string, ...headers: readonly string[]): string {
  return [line, `Host: 127.0.0.1:${api.port}`, ...headers, '', ''].join('\r\n');
}

describe('a name that leads out of the folder', () => {
  test.each([
    '..%2Fsecret',
    '%2Fetc%2Fpasswd',
    'a%2F..%2F..%2Fsecret',
    '%2e%2e%2fsecret',
    'a%2F%2Fb',
    '.%2Fhello',
    'hello%00',
    'hello%0d%0aX-Evil:%201',
    '..%5Csecret',
    '%252e%252e%252fsecret',
    '%C0%AE%C0%AE%2Fsecret',
    'x'.repeat(1001),
  ])('is that of no workflow: %s', async (name) => {
    const asked: string[] = [];
    const start = api.runs.start.bind(api.runs);
    api.runs.start = (request) => {
      asked.push(request.workflow);
      return start(request);
    };
    const answer = await api.post(`/api/workflows/${name}/runs`);
    expect(answer).toMatchObject({ status: 404, code: 'UNKNOWN_WORKFLOW' });
    expect(answer.headers['x-evil']).toBeUndefined();
    for (const workflow of asked) expect(workflow.split(/[\\/]/)).not.toContain('..');
  });

  test.each(['..%2Findex', '%2e%2e%2findex', '..', '.', 'run-1%00', 'run-1%2Fchild', 'run..1', 'r'.repeat(129), '-x'])(
    'is the id of no run: %s',
    async (id) => {
      let asked = 0;
      api.runs.get = async () => {
        asked += 1;
        return null;
      };
      expect(await api.get(`/api/runs/${id}`)).toMatchObject({ status: 404 });
      expect(asked).toBe(0);
    },
  );
});

describe('a body', () => {
  test('that is said to be huge is refused before it comes', async () => {
    const answer = await send(
      head(`POST ${START} HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 99999999'),
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('"code":"TOO_LARGE"');
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  test('that turns out to be huge is refused, and not read to its end', async () => {
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const line = head(`POST ${START} HTTP/1.1`, 'Content-Type: application/json', 'Transfer-Encoding: chunked');
    expect(await send(line, chunk, chunk, chunk)).toMatch(/^HTTP\/1.1 413 [\s\S]*"code":"TOO_LARGE"/);
  });

  test('that does not arrive in time is refused', async () => {
    const answer = await send(
      head(`POST ${START} HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 100'),
      '{',
    );
    expect(answer).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"BODY_TIMEOUT"/);
  });

  test('whose sender goes away starts nothing', async () => {
    const socket = createConnection(api.port, '127.0.0.1');
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.write(head(`POST ${START} HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 100'));
    socket.write('{"input":');
    socket.destroy();
    expect((await api.get('/api/runs')).body).toEqual({ runs: [], next: null });
  });

  test('that nests too deeply, or is not in UTF-8, is refused', async () => {
    const deep = `{"input":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const answer = await api.post(START, deep);
    expect(answer).toMatchObject({ status: 413, code: 'TOO_LARGE' });
    const bytes = head(
      `POST ${START} HTTP/1.1`,
      'Content-Type: application/json',
      'Content-Length: 3',
      'Connection: close',
    );
    const socket = createConnection(api.port, '127.0.0.1');
    const text = await new Promise<string>((resolve) => {
      let all = '';
      socket.on('data', (chunk) => (all += chunk.toString()));
      socket.on('close', () => resolve(all));
      socket.write(bytes);
      socket.write(Buffer.from([0x22, 0xff, 0x22]));
    });
    expect(text).toContain('"code":"BAD_JSON"');
  });

  test('with __proto__ is data like any other', async () => {
    await api.post(START, '{"input":{"__proto__":{"admin":true}}}');
    expect((await api.get('/api/runs/run-1/journal')).text).toContain('{"__proto__":{"admin":true}}');
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });
});

describe('what is no request of HTTP', () => {
  test.each([
    ['GARBAGE\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET / HTTP/1.1\r\n\r\n', 400, null],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ['GET / HTTP/1.1\r\nHost: x\r\nBad Name: 1\r\n\r\n', 400, 'BAD_REQUEST'],
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400, 'BAD_REQUEST'],
  ])('is refused: %j', async (bytes, status, code) => {
    const answer = await send(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (code !== null) expect(answer).toContain(`"code":"${code}"`);
  });

  test('as an address on another host is refused', async () => {
    for (const target of ['http://evil.example/api/runs', '*', '/\\evil', 'runs'])
      expect(await send(head(`GET ${target} HTTP/1.1`, 'Connection: close'))).toMatch(/^HTTP\/1.1 (400|404|421) /);
  });
});

test('nothing that is sent becomes a header of the answer', async () => {
  const evil = '%0d%0aSet-Cookie:%20a=1';
  const answers = [
    await api.get(`/api/runs/${evil}`),
    await api.get(`/${evil}?${evil}=${evil}`),
    await api.post(`/api/workflows/${evil}/runs`),
    await api.post('/api/workflows/hello/runs', {}, { 'Idempotency-Key': 'a%0d%0aSet-Cookie:b' }),
    await api.get('/api/runs', { Origin: 'https://console.example.evil' }),
    await send(head('GET /api/runs HTTP/1.1', 'Origin: https://console.example\rSet-Cookie: a=1', 'Connection: close')),
  ];
  for (const answer of answers)
    if (typeof answer === 'string') expect(answer.toLowerCase()).not.toContain('set-cookie:');
    else expect(answer.headers['set-cookie']).toBeUndefined();
});

test('every answer says that it is data, for its reader alone', async () => {
  for (const answer of [await api.get('/api/runs'), await api.get('/none'), await api.get('/api/runs', { Host: 'x' })])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
});

test('a server that ends answers who waits, and lets the port go', async () => {
  const waiting = api.post(`${START}?wait=30s`);
  await expect.poll(() => api.runs.watchersOf('run-1')).toBe(2);
  await api.close();
  expect(await waiting).toMatchObject({ status: 202, body: { status: 'running' } });
  await expect(api.get('/health')).rejects.toThrow(/ECONNREFUSED/);
  expect(api.runs.watchersOf('run-1')).toBe(0);
});

test('a port that is taken is said in words', async () => {
  await expect(ApiUnderTest.start({ port: api.port })).rejects.toThrow(/Port \d+ is taken by another program/);
});
