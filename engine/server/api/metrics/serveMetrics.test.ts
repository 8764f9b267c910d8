import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { RefusalCounts } from '../refused/RefusalCounts.ts';
import { TokenFile } from '../TokenFile.ts';
import { serveMetrics } from './serveMetrics.ts';

const DENIED = { rule: 'reach.deny', name: '10.1.9.0/24', code: 'AUTHORIZATION_ERROR' } as const;

let tokens: TokenFile;
let counts: RefusalCounts;

beforeEach(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-metrics-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  tokens = new TokenFile(folder);
  counts = new RefusalCounts();
  counts.count(DENIED);
});

function create(name: string, workflows?: readonly string[]): Promise<{ readonly token: string }> {
  return tokens.create({ name, scope: 'read', expiresAt: null, ...(workflows === undefined ? {} : { workflows }) });
}

async function serve(host = '127.0.0.1') {
  const defects: unknown[] = [];
  const onDefect = (error: unknown): void => void defects.push(error);
  const served = await serveMetrics({ host, port: 0, tokens, refusalCounts: counts, onDefect });
  onTestFinished(() => {
    served.close();
    expect(defects).toEqual([]);
  });
  return served;
}

/** Sends a request whose `Host` may be any. */
function ask(address: string, { method = 'GET', headers = {} } = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request(address, { method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}

test('shows how often each rule has refused something', async () => {
  const { address } = await serve();
  const { status, text } = await ask(address);
  expect({ status, lines: text.split('\n').slice(1) }).toEqual({
    status: 200,
    lines: [
      '# TYPE signalbox_refusals_total counter',
      'signalbox_refusals_total{rule="reach.deny",name="10.1.9.0/24",code="AUTHORIZATION_ERROR"} 1',
      '',
    ],
  });
  counts.count(DENIED);
  expect((await ask(address)).text).toContain('code="AUTHORIZATION_ERROR"} 2');
  expect(await ask(address, { method: 'HEAD' })).toEqual({ status: 200, text: '' });
});

test('answers nothing else, and no page of another site', async () => {
  const { address } = await serve();
  expect(await ask(address.replace('/metrics', '/api/runs'))).toMatchObject({ status: 404 });
  expect(await ask(address, { method: 'POST' })).toMatchObject({ status: 405 });
  expect(await ask(address, { headers: { Host: 'rebound.example' } })).toMatchObject({ status: 421 });
  expect(await ask(address, { headers: { Origin: 'https://evil.example' } })).toMatchObject({ status: 403 });
  expect((await ask(address)).text).toContain('{rule="host",code="HOST_REFUSED"} 1');
});

test('needs a token of the whole server where there are tokens, and there have to be where others can connect', async () => {
  await expect(serve('0.0.0.0')).rejects.toThrow('so a token is needed');
  const [whole, limited] = [await create('whole'), await create('limited', ['orders/*'])];
  const { address } = await serve('0.0.0.0');
  const statusFor = async (authorization: string | null): Promise<number> =>
    (await ask(address, authorization === null ? {} : { headers: { authorization } })).status;
  expect(await statusFor(null)).toBe(401);
  expect(await statusFor('Bearer guess')).toBe(401);
  expect(await statusFor(`Bearer ${limited.token}`)).toBe(403);
  expect(await statusFor(`Bearer ${whole.token}`)).toBe(200);
});

test('says which option chooses another port', async () => {
  const { address } = await serve();
  const port = Number(new URL(address).port);
  const again = serveMetrics({ host: '127.0.0.1', port, tokens, refusalCounts: counts, onDefect: () => undefined });
  await expect(again).rejects.toThrow(
    `Port ${port} is taken by another program. Choose another one: --metrics [HOST:]PORT.`,
  );
});
