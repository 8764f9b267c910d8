import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeTls } from '../../server/api/network/testingTls.ts';
import { Shell } from '../testing.ts';
import { ServedProcess } from './testing.ts';

let shell: Shell;
let folder: string;
beforeEach(() => {
  shell = new Shell();
  shell.write('flows/a.yaml', 'tasks: []\n');
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-tls-'));
  mkdirSync(path.join(folder, 'live'));
});
afterEach(() => {
  shell.remove();
  rmSync(folder, { recursive: true });
});

/** Whether the server at an address has a certificate. */
function has(address: string, cert: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = request(`${address}/health`, { ca: readFileSync(cert), agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode === 200));
    });
    asking.on('error', () => resolve(false)).end();
  });
}

test('a certificate is renewed at SIGHUP and when its files change, and a bad one is refused', async () => {
  const [first, second] = [writeTls(folder, 'first'), writeTls(folder, 'second')];
  const live = { cert: path.join(folder, 'live/c.pem'), key: path.join(folder, 'live/k.pem') };
  const put = (from: typeof live): void => {
    copyFileSync(from.key, live.key);
    copyFileSync(from.cert, live.cert);
  };
  put(first);
  const served = await ServedProcess.start(shell, ['flows', '--tls-cert', live.cert, '--tls-key', live.key]);
  expect(served.address).toMatch(/^https:/);
  expect(await has(served.address, first.cert)).toBe(true);
  const refused = served.untilSaid('The certificate was reloaded and refused');
  writeFileSync(live.cert, 'broken');
  await refused;
  expect(await has(served.address, first.cert)).toBe(true);
  const renewed = served.untilSaid('The certificate was reloaded; new connections use it.');
  put(second);
  process.kill(served.pid, 'SIGHUP');
  await renewed;
  expect(await has(served.address, second.cert)).toBe(true);
  expect(await has(served.address, first.cert)).toBe(false);
  const { code } = await served.stop('SIGTERM');
  expect(code).toBe(0);
}, 60_000);

/** How the health check of the container ends for a server. */
function checkHealth(address: string): Promise<number | string | null | undefined> {
  return new Promise((resolve) => {
    const script = fileURLToPath(new URL('../../../deploy/health.mjs', import.meta.url));
    execFile(process.execPath, [script, new URL(address).port], (error) => resolve(error === null ? 0 : error.code));
  });
}

test('the health check of the container asks a server with a certificate and one without', async () => {
  const pair = writeTls(folder, 'first');
  const tls = ['--tls-cert', pair.cert, '--tls-key', pair.key];
  const [secure, plain] = await Promise.all(
    [tls, []].map((args, index) => ServedProcess.start(shell, ['flows', '--state', `state-${index}`, ...args])),
  );
  expect(await checkHealth(secure?.address ?? '')).toBe(0);
  expect(await checkHealth(plain?.address ?? '')).toBe(0);
  await Promise.all([secure?.stop('SIGTERM'), plain?.stop('SIGTERM')]);
  expect(await checkHealth(plain?.address ?? '')).toBe(1);
}, 60_000);

test('over Restate, https is answered as well, also while the cluster does not, and the certificate is renewed', async () => {
  const [first, second] = [writeTls(folder, 'first'), writeTls(folder, 'second')];
  const live = { cert: path.join(folder, 'live/c.pem'), key: path.join(folder, 'live/k.pem') };
  copyFileSync(first.key, live.key);
  copyFileSync(first.cert, live.cert);
  const nobody = 'http://127.0.0.1:9';
  const cluster = ['--restate', nobody, '--restate-admin', nobody];
  const served = await ServedProcess.start(shell, [
    'flows',
    ...cluster,
    '--tls-cert',
    live.cert,
    '--tls-key',
    live.key,
  ]);
  expect(await has(served.address, first.cert)).toBe(true);
  expect(await checkHealth(served.address)).toBe(1);
  const renewed = served.untilSaid('The certificate was reloaded; new connections use it.');
  copyFileSync(second.key, live.key);
  copyFileSync(second.cert, live.cert);
  process.kill(served.pid, 'SIGHUP');
  await renewed;
  expect(await has(served.address, second.cert)).toBe(true);
  expect((await served.stop('SIGTERM')).code).toBe(0);
}, 60_000);

test.each([
  [['--tls-cert', 'none.pem', '--tls-key', 'none.key'], 'none.pem does not exist.'],
  [['--tls-cert', 'none.pem'], '--tls-cert needs --tls-key. TLS takes a certificate and its key.'],
  [['--trust-proxy', 'proxy.example'], '--trust-proxy needs addresses or ranges'],
  [['--trust-proxy', '127.0.0.1'], 'so a token is needed'],
])('serve %j cannot begin', async (args, sentence) => {
  const ended = await shell.run(['serve', 'flows', '--port', '0', ...args]);
  expect(ended).toMatchObject({ code: 2, error: expect.stringContaining(sentence) });
});
