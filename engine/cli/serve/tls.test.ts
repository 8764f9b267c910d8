import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

test.each([
  [['--tls-cert', 'none.pem', '--tls-key', 'none.key'], 'none.pem does not exist.'],
  [['--tls-cert', 'none.pem'], 'TLS needs a certificate and its key'],
  [['--trust-proxy', 'proxy.example'], '--trust-proxy needs addresses or ranges'],
  [['--trust-proxy', '127.0.0.1'], 'so a token is needed'],
])('serve %j cannot begin', async (args, sentence) => {
  const ended = await shell.run(['serve', 'flows', '--port', '0', ...args]);
  expect(ended).toMatchObject({ code: 2, error: expect.stringContaining(sentence) });
});
