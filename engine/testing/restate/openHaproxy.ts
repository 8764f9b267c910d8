import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Balancer } from './openBalancer.ts';
import { takePorts } from './RestateNode.ts';

/** Whether HAProxy is installed (`apt-get install haproxy`): the balancer of requests that docs/scale.md recommends. */
export const HAS_HAPROXY = spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0;

/** How long it may take until it listens, in ms. */
const PATIENCE = 10_000;

/** Starts HAProxy with `deploy/haproxy.cfg` of the repository at `root` before workers at some addresses of the loopback. */
export async function openHaproxy(addresses: readonly string[], root: string): Promise<Balancer> {
  const [port = 0] = await takePorts(1);
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-haproxy-'));
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, withAddresses(readFileSync(path.join(root, 'deploy/haproxy.cfg'), 'utf8'), port, addresses));
  const child = spawn('haproxy', ['-f', file], { stdio: 'ignore' });
  await untilListening(child, port);
  return {
    pid: child.pid ?? 0,
    address: `http://127.0.0.1:${port}`,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The text of `deploy/haproxy.cfg` with a port of the loopback, and these servers in place of its own. */
function withAddresses(text: string, port: number, addresses: readonly string[]): string {
  const servers = addresses.map((address, index) => `  server worker${index + 1} ${new URL(address).host}\n`);
  const others = text.replaceAll(/^ {2}server worker\d+ .*\n/gm, '');
  return others
    .replace('bind :9080', `bind 127.0.0.1:${port}`)
    .trimEnd()
    .concat('\n', ...servers);
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  for (const latest = Date.now() + PATIENCE; Date.now() < latest; await delay(20)) {
    if (child.exitCode !== null)
      throw new Error(`HAProxy ended with ${child.exitCode}: try haproxy -c -f deploy/haproxy.cfg`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error(`HAProxy does not listen within ${PATIENCE / 1000} s`);
}
