import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { OwnPlaces } from '../../../hosts/node/reach/ReachRules.ts';
import { type ApiServer, serveApi } from '../../index.ts';
import { RunsInMemory } from '../testingRuns.ts';
import { readTls, type TlsFiles, type TlsPair } from './createListener.ts';
import { writeTls } from './testingTls.ts';

let folder: string;
let first: TlsFiles;
let second: TlsFiles;
let server: ApiServer | null = null;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-tls-'));
  first = writeTls(folder, 'first');
  second = writeTls(folder, 'second');
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(async () => {
  await server?.close();
  server = null;
});

async function read(files: TlsFiles): Promise<TlsPair> {
  const pair = await readTls(files, new Date());
  if (!pair.ok) throw new Error(pair.error);
  return pair.value;
}

async function serve(): Promise<URL> {
  const tls = await read(first);
  server = await serveApi({ service: new RunsInMemory(), host: '127.0.0.1', port: 0, tokens: null, cors: [], tls });
  return new URL(server.address);
}

/** The status of an answer, from a server that has one certificate, whatever name `Host` asks for. */
function ask(url: URL, files: TlsFiles, headers: Readonly<Record<string, string>> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request(
      new URL('/api/runs', url),
      { ca: readFileSync(files.cert), agent: false, checkServerIdentity: () => undefined, headers },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      },
    );
    asking.on('error', reject).end();
  });
}

/** All that comes back for bytes on a connection, until it ends. */
function send(socket: TLSSocket | ReturnType<typeof connect>, text: string): Promise<string> {
  return new Promise((resolve) => {
    let all = '';
    socket.on('data', (chunk: Buffer) => (all += chunk.toString('latin1')));
    socket.on('error', () => undefined).on('close', () => resolve(all));
    socket.write(text);
  });
}

function open(url: URL): TLSSocket {
  return connectTls({ host: '127.0.0.1', port: Number(url.port), ca: readFileSync(first.cert) });
}

test('the API is answered over TLS, to the pages of its own address', async () => {
  const url = await serve();
  expect(url.protocol).toBe('https:');
  expect(await ask(url, first)).toBe(200);
  expect(await ask(url, first, { Origin: url.origin })).toBe(200);
  expect(await ask(url, first, { Origin: `http://${url.host}` })).toBe(403);
  expect(await ask(url, first, { Host: 'evil.example' })).toBe(421);
});

test('TLS before 1.2 is refused', async () => {
  const url = await serve();
  const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  const socket = connectTls({ host: '127.0.0.1', port: Number(url.port), rejectUnauthorized: false, ...old });
  const code = await new Promise((resolve) => {
    socket.on('secureConnect', () => resolve(socket.getProtocol())).on('error', (error) => resolve(Object(error).code));
  });
  socket.destroy();
  expect(code).toMatch(/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|ALERT/);
});

test('plain http at the port of TLS is hung up, and the server answers on', async () => {
  const url = await serve();
  const answer = await send(connect(Number(url.port), '127.0.0.1'), 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(answer).not.toContain('HTTP/1.1 2');
  expect(await ask(url, first)).toBe(200);
});

test('a body of two lengths is refused as over http', async () => {
  const url = await serve();
  const smuggled =
    'POST /api/runs HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
  const answer = await send(open(url), smuggled);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"BAD_REQUEST"');
});

test('another pair is used for new connections, and open ones stay', async () => {
  const url = await serve();
  const kept = open(url);
  await new Promise((resolve) => kept.once('secureConnect', resolve));
  server?.renew(await read(second));
  expect(await ask(url, second)).toBe(200);
  await expect(ask(url, first)).rejects.toThrow();
  const answer = await send(kept, `GET /health HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test('a server that answers https is one of its own places', async () => {
  const own = new OwnPlaces();
  const url = await serve();
  own.addPlace(url);
  expect(own.isServer({ host: 'a.example', port: Number(url.port), address: '127.0.0.1' })).toBe(true);
  own.addPlace(new URL('https://127.0.0.1'));
  expect(own.isServer({ host: 'a.example', port: 443, address: '127.0.0.1' })).toBe(true);
});

test.each([
  [
    'no file',
    () => ({ ...first, cert: path.join(folder, 'none.crt') }),
    /^The certificate .*none\.crt does not exist\./,
  ],
  ['no key', () => ({ ...first, key: path.join(folder, 'none.key') }), /^The key .*none\.key does not exist\./],
  ['a folder', () => ({ ...first, cert: folder }), /is a folder/],
  ['a key as the certificate', () => ({ ...first, cert: first.key }), /first\.key is not a certificate\./],
  ['a certificate as the key', () => ({ ...first, key: first.cert }), /first\.crt is not a private key\./],
  [
    'the key of another',
    () => ({ ...first, key: second.key }),
    /second\.key does not fit the certificate .*first\.crt/,
  ],
  ['an empty file', () => ({ ...first, cert: write('empty.crt', '') }), /is not a certificate/],
  ['a key in a passphrase', () => ({ ...first, key: write('x.key', ENCRYPTED) }), /is encrypted/],
])('%s is one sentence, which quotes nothing of a file', async (_, files, sentence) => {
  const pair = await readTls(files(), new Date());
  expect(pair).toMatchObject({ ok: false, error: expect.stringMatching(sentence) });
  expect(JSON.stringify(pair)).not.toMatch(/MI[A-Z]/);
});

test('a certificate that has expired, or is not valid yet, is served with a warning', async () => {
  const day = 86_400_000;
  expect(await warningAt(Date.now())).toBeNull();
  expect(await warningAt(Date.now() + 40_000 * day)).toMatch(/expired on \d{4}-\d\d-\d\d/);
  expect(await warningAt(Date.now() - 400 * day)).toMatch(/is not valid before/);
});

async function warningAt(at: number): Promise<string | null> {
  const pair = await readTls(first, new Date(at));
  return pair.ok ? pair.value.warning : pair.error;
}

const ENCRYPTED = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIH\n-----END ENCRYPTED PRIVATE KEY-----\n';

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}
