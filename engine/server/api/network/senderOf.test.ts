import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AuditFile, parseProxies, TokenFile, type TrustedProxies } from '../../index.ts';
import { ApiUnderTest } from '../testing.ts';

let state: string;
let api: ApiUnderTest | null = null;
const logged: string[] = [];

beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), 'signalbox-proxies-'));
  logged.length = 0;
});

afterEach(async () => {
  await api?.close();
  api = null;
  rmSync(state, { recursive: true });
});

function proxiesAt(...lists: readonly string[]): TrustedProxies {
  const proxies = parseProxies(lists);
  if (!proxies.ok) throw new Error(proxies.error);
  return proxies.value;
}

/** A server with a token that trusts proxies at some addresses. Tests connect from 127.0.0.1. */
async function serve(trusted: string): Promise<ApiUnderTest> {
  const tokens = new TokenFile(state);
  const made = await tokens.create({ name: 'a test', scope: 'admin', expiresAt: null });
  const proxies = proxiesAt(...(trusted === '' ? [] : [trusted]));
  api = await ApiUnderTest.start({
    tokens,
    proxies,
    limits: { failuresPerSecond: 0.1 },
    log: ({ event, address = '' }) => void logged.push(`${event} ${address}`),
  });
  api.token = made.token;
  return api;
}

/** The sender that the log names for a refused token. */
async function senderFor(trusted: string, headers: Readonly<Record<string, string>>): Promise<string | undefined> {
  const served = await serve(trusted);
  const answer = await served.get('/api/runs', { ...headers, Authorization: 'Bearer wrong' });
  expect(answer.code).toBe('TOKEN_REFUSED');
  return logged[0]?.replace('request.refused ', '');
}

function forged(n: number): Record<string, string> {
  return {
    'X-Forwarded-For': `198.51.100.${n}`,
    'X-Real-IP': `198.51.100.${n}`,
    Forwarded: `for=198.51.100.${n};host=evil.example;proto=https`,
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
  };
}

const PEER = '127.0.0.1';

test.each([
  ['the client that the proxy reports', '198.51.100.7', '198.51.100.7'],
  ['none that the client put before it', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
  ['the first from the right that is no proxy', '203.0.113.9, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
  ['the leftmost, if all are proxies', '10.9.9.9, 10.1.2.3', '10.9.9.9'],
  ['an address with a port', '198.51.100.7:5678', '198.51.100.7'],
  ['an address of IPv6 with a port, by its network', '[2001:db8::7]:5678', '2001:db8:0:0::/64'],
  ['the same network in another notation', '2001:DB8:0:0::ffff:1', '2001:db8:0:0::/64'],
  ['IPv4 that is written as IPv6', '::ffff:198.51.100.7', '198.51.100.7'],
  ['the proxy, if there is no address', 'unknown', PEER],
  ['the proxy, if it is empty', '', PEER],
  ['the proxy, if an address is broken', '198.51.100.7, 10.1.2.999', PEER],
  ['the proxy, if there is a line break or markup', '<b>198.51.100.7</b>', PEER],
])('through a trusted proxy, the sender is %s', async (_, header, sender) => {
  expect(await senderFor('127.0.0.1,10.0.0.0/8', { 'X-Forwarded-For': header })).toBe(sender);
});

test.each([
  ['without trusted proxies', ''],
  ['from a peer that is not trusted', '10.0.0.0/8'],
])('%s, forged headers change neither sender, limits nor what is answered', async (_, trusted) => {
  const served = await serve(trusted);
  const wrong = { Authorization: 'Bearer wrong' };
  expect((await served.get('/api/runs', { ...forged(1), ...wrong })).code).toBe('TOKEN_REFUSED');
  expect((await served.get('/api/runs', { ...forged(2), ...wrong })).code).toBe('TOO_MANY_REQUESTS');
  expect(logged.every((line) => line.endsWith(` ${PEER}`))).toBe(true);
  await served.close();
  const plain = await serve(trusted);
  const [one, other] = [await plain.get('/openapi.json', forged(1)), await plain.get('/openapi.json')];
  expect(one.text).toBe(other.text);
  expect({ ...one.headers, date: '' }).toEqual({ ...other.headers, date: '' });
});

test('each client behind a proxy has its own limit of refused tokens', async () => {
  const served = await serve('127.0.0.1');
  const guess = async (from: string) =>
    (await served.get('/api/runs', { 'X-Forwarded-For': from, Authorization: 'Bearer wrong' })).code;
  expect(await guess('198.51.100.7')).toBe('TOKEN_REFUSED');
  expect(await guess('198.51.100.7')).toBe('TOO_MANY_REQUESTS');
  expect(await guess('203.0.113.1, 198.51.100.7')).toBe('TOO_MANY_REQUESTS');
  expect(await guess('198.51.100.8')).toBe('TOKEN_REFUSED');
  expect(await guess('2001:db8::1')).toBe('TOKEN_REFUSED');
  expect(await guess('2001:db8::2')).toBe('TOO_MANY_REQUESTS');
});

test('without tokens, forged headers change neither the audit file nor the names that are answered', async () => {
  const audit = new AuditFile(state, { onProblem: (problem) => logged.push(problem) });
  api = await ApiUnderTest.start({ audit });
  const claims = { 'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Host': `127.0.0.1:${api.port}` };
  expect((await api.get('/api/runs', { ...claims, Host: 'evil.example' })).code).toBe('HOST_REFUSED');
  const hosted = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' };
  expect((await api.get('/api/runs', hosted)).status).toBe(200);
  const foreign = { ...hosted, Origin: 'https://evil.example' };
  expect((await api.get('/api/runs', foreign)).code).toBe('SITE_REFUSED');
  expect((await api.post('/api/workflows/hello/runs', undefined, claims)).status).toBe(202);
  expect(readFileSync(path.join(state, 'audit.jsonl'), 'utf8')).toContain(`"by":"${PEER}"`);
});

test('a server behind a trusted proxy does not start without a token', async () => {
  await expect(ApiUnderTest.start({ proxies: proxiesAt('127.0.0.1') })).rejects.toThrow(
    /through a proxy, so a token is needed/,
  );
});

test.each([
  '',
  'proxy.example',
  '*',
  '1',
  'true',
  '10.0.0.0/33',
  '10.0.0.1:80',
  '127.1',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.1,',
])('proxies cannot be %j', (text) =>
  expect(parseProxies([text])).toMatchObject({ ok: false, error: expect.stringContaining('--trust-proxy') }),
);
