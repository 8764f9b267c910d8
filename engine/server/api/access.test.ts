import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TokenFile } from '../index.ts';
import { ApiUnderTest } from './testing.ts';

let state: string;
let tokens: TokenFile;
let now: number;
let api: ApiUnderTest | null = null;

beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), 'signalbox-tokens-'));
  now = Date.UTC(2026, 0, 1);
  tokens = new TokenFile(path.join(state, 'below'), () => now);
});

afterEach(async () => {
  await api?.close();
  api = null;
  rmSync(state, { recursive: true });
});

async function create(scope: 'read' | 'run' | 'admin', expiresAt: number | null = null): Promise<string> {
  return (await tokens.create({ name: 'a test', scope, expiresAt })).token;
}

describe('a file of tokens', () => {
  test('keeps hashes alone, and is read by its user alone', async () => {
    const token = await create('read');
    expect(token).toMatch(/^sbx_[0-9a-f]{12}_[\w-]{43}$/);
    const file = path.join(state, 'below/tokens.json');
    expect(readFileSync(file, 'utf8')).not.toContain(token.slice(17));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('finds a token until it expires or is revoked, also by another process', async () => {
    const token = await create('run', now + 5000);
    const other = new TokenFile(path.join(state, 'below'), () => now);
    expect(await other.find(token)).toMatchObject({ scope: 'run', name: 'a test' });
    now += 4999;
    expect(await other.find(token)).toMatchObject({ scope: 'run' });
    now += 1;
    expect(await other.find(token)).toBeNull();
    const lasting = await create('admin');
    now += 1000;
    expect(await other.find(lasting)).toMatchObject({ scope: 'admin' });
    expect(await tokens.revoke(lasting.slice(4, 16))).toBe(true);
    expect(await tokens.revoke(lasting.slice(4, 16))).toBe(false);
    now += 1000;
    expect(await other.find(lasting)).toBeNull();
  });

  test('loses none that two processes make at once, and revokes of both', async () => {
    const files = [tokens, new TokenFile(path.join(state, 'below'), () => now)];
    const make = async (_: unknown, index: number) =>
      files[index % 2]?.create({ name: `token ${index}`, scope: 'read', expiresAt: null });
    const made = await Promise.all(Array.from({ length: 8 }, make));
    const ids = made.map((each) => each?.kept.id ?? '');
    expect((await new TokenFile(path.join(state, 'below')).list()).map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(await Promise.all(ids.map(async (id, index) => files[index % 2]?.revoke(id)))).toEqual(ids.map(() => true));
    expect(await new TokenFile(path.join(state, 'below')).list()).toEqual([]);
  });

  test.each(['{', '[]', '{"tokens": [{}]}', '{"tokens": [{"id": 1}]}'])(
    'that holds %j is said to be broken',
    async (text) => {
      await create('read');
      writeFileSync(path.join(state, 'below/tokens.json'), text);
      await expect(tokens.create({ name: '', scope: 'read', expiresAt: null })).rejects.toThrow(/cannot be read/);
    },
  );
});

describe('a server with tokens', () => {
  test('lets in whom a token allows what is asked', async () => {
    await api?.close();
    const [read, run] = [await create('read'), await create('run')];
    api = await ApiUnderTest.start({ tokens });
    for (const path of ['/api/runs', '/api/none', '/metrics', '/openapi.json'])
      expect(await api.get(path)).toMatchObject({
        status: 401,
        code: 'TOKEN_NEEDED',
        headers: { 'www-authenticate': 'Bearer' },
      });
    expect(await api.ask('DELETE', '/api/runs')).toMatchObject({ status: 401 });
    for (const path of ['/health', '/ready']) expect(await api.get(path)).toMatchObject({ status: 200 });
    api.token = read;
    expect(await api.get('/api/runs')).toMatchObject({ status: 200 });
    for (const path of ['/api/workflows/hello/runs', '/api/runs/x/cancel', '/api/runs/x/signals/go'])
      expect(await api.post(path)).toMatchObject({ status: 403, code: 'SCOPE_NEEDED' });
    api.token = run;
    expect(await api.post('/api/workflows/hello/runs')).toMatchObject({ status: 202 });
    expect(await api.get('/api/runs')).toMatchObject({ status: 200 });
  });

  test('refuses every other token, and says how to get one', async () => {
    const token = await create('admin');
    api = await ApiUnderTest.start({ tokens });
    const wrong = [
      '',
      'Bearer',
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token.slice(0, 17)}${'A'.repeat(43)}`,
      `Bearer sbx_000000000000_${token.slice(17)}`,
      `Bearer ${token} ${token}`,
    ];
    for (const authorization of wrong)
      expect(await api.get('/api/runs', { Authorization: authorization })).toMatchObject({
        status: 401,
        code: 'TOKEN_REFUSED',
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      });
    expect(await api.get('/api/runs', { Authorization: `bearer  ${token}` })).toMatchObject({ status: 200 });
  });

  test('lets an address try only so many', async () => {
    const token = await create('read');
    api = await ApiUnderTest.start({ tokens, limits: { failuresPerSecond: 0.5 } });
    const wrong = { Authorization: `Bearer sbx_000000000000_${'A'.repeat(43)}` };
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await api.get('/api/runs', wrong)).toMatchObject({ status: 401 });
    expect(await api.get('/api/runs', wrong)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(await api.get('/api/runs', { Authorization: `Bearer ${token}` })).toMatchObject({ status: 429 });
  });

  test('asks no more for its host than that somebody sent a token', async () => {
    api = await ApiUnderTest.start({ tokens, host: '0.0.0.0' }).catch(() => null);
    expect(api).toBeNull();
    const token = await create('read');
    api = await ApiUnderTest.start({ tokens, host: '0.0.0.0' });
    api.token = token;
    expect(await api.get('/api/runs', { Host: 'flows.example' })).toMatchObject({ status: 200 });
  });

  test('is not opened by taking the last token away, and is closed by making the first', async () => {
    api = await ApiUnderTest.start({ tokens });
    expect(await api.get('/api/runs')).toMatchObject({ status: 200 });
    const token = await create('read');
    now += 1000;
    expect(await api.get('/api/runs')).toMatchObject({ status: 401 });
    await tokens.revoke(token.slice(4, 16));
    now += 1000;
    expect(await api.get('/api/runs')).toMatchObject({ status: 401 });
  });
});

describe('a server without tokens', () => {
  test.each(['0.0.0.0', '::', 'signalbox.example', '192.168.0.1'])('is not served at %s', async (host) => {
    for (const given of [null, tokens])
      await expect(ApiUnderTest.start({ host, tokens: given })).rejects.toThrow(/signalbox serve token/);
  });

  test.each([
    'evil.example',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost',
    '[::1]:80',
    'localhost.evil.example:PORT',
    'a b',
  ])('under the name %j is refused (DNS rebinding)', async (name) => {
    api = await ApiUnderTest.start();
    const headers = { Host: name.replace('PORT', String(api.port)) };
    for (const path of ['/api/runs', '/health', '/api/none', '/openapi.json']) {
      const answer = await api.get(path, headers);
      expect(answer.status).toBe(name === 'a b' ? 400 : 421);
    }
  });

  test.each([
    { Origin: 'http://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1:1' },
    { Origin: 'https://console.example.evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ])('refuses what another site sends: %j', async (headers) => {
    api = await ApiUnderTest.start({ cors: ['https://console.example'] });
    const given = headers as Record<string, string>;
    expect(await api.get('/api/runs', given)).toMatchObject({ status: 403, code: 'SITE_REFUSED' });
    const answer = await api.post('/api/workflows/hello/runs', {}, given);
    expect(answer).toMatchObject({ status: 403, code: 'SITE_REFUSED' });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect((await api.get('/api/runs')).body).toEqual({ runs: [], next: null });
  });

  test('answers its own page, and those of origins that are allowed', async () => {
    api = await ApiUnderTest.start({ cors: ['https://console.example'] });
    const own = { Origin: api.address, 'Sec-Fetch-Site': 'same-origin' };
    expect(await api.get('/api/runs', own)).toMatchObject({ status: 200 });
    const allowed = { Origin: 'https://console.example', 'Sec-Fetch-Site': 'cross-site' };
    expect(await api.get('/api/none', allowed)).toMatchObject({
      status: 404,
      headers: { 'access-control-allow-origin': 'https://console.example', vary: 'Origin' },
    });
  });

  test('answers what a browser asks before it sends: only the allowed may', async () => {
    api = await ApiUnderTest.start({ cors: ['https://console.example'] });
    const ask = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Private-Network': 'true' };
    const headers = { ...ask, Origin: 'https://console.example' };
    expect(await api.ask('OPTIONS', '/api/runs', { headers })).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': 'https://console.example',
        'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, Last-Event-ID',
        'access-control-allow-private-network': 'true',
      },
    });
    const other = await api.ask('OPTIONS', '/api/runs', { headers: { ...ask, Origin: 'https://evil.example' } });
    expect(Object.keys(other.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

test('who asks too often waits, and is told how long', async () => {
  api = await ApiUnderTest.start({ limits: { requestsPerSecond: 0.1, burst: 3 } });
  for (let asked = 0; asked < 3; asked++) expect(await api.get('/health')).toMatchObject({ status: 200 });
  expect(await api.get('/health')).toMatchObject({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    headers: { 'retry-after': '10' },
  });
});
