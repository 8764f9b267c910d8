import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { placeProgram } from '../program/placeProgram.ts';
import { allowLoopback } from '../serving/reachLoopback.ts';
import { openBalancer } from './openBalancer.ts';
import { HAS_HAPROXY, openHaproxy } from './openHaproxy.ts';
import { takePorts } from './startRestate.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Processes of `signalbox worker` that one address leads to, each with a folder of its own: by HAProxy where it is installed, else by connections. */
export interface SpawnedWorkers {
  readonly address: string;
  /** Their folders: what the calls of one have written is in its own. */
  readonly folders: readonly string[];
  /** Memory of each process, in bytes. */
  memory(): readonly number[];
  readonly pids: readonly number[];
  readonly balancerPid: number;
  /** Settles once all have ended. */
  stop(): Promise<void>;
}

/** Builds the command line from the sources in `root` and starts so many. */
export async function spawnWorkers(count: number, root = ROOT): Promise<SpawnedWorkers> {
  const home = mkdtempSync(path.join(tmpdir(), 'signalbox-workers-'));
  const program = placeProgram(path.join(home, 'bundle'), root);
  const ports = await takePorts(count);
  const folders = ports.map((port) => path.join(home, `worker-${port}`));
  const workers: ChildProcess[] = [];
  for (const [index, port] of ports.entries()) {
    const folder = folders[index] ?? '';
    mkdirSync(folder);
    allowLoopback(folder);
    const args = [program, 'worker', folder, '--port', String(port)];
    const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    if (worker.stdout !== null) await once(worker.stdout, 'data');
    workers.push(worker);
  }
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`);
  const balancer = await (HAS_HAPROXY ? openHaproxy(addresses, root) : openBalancer(addresses));
  return {
    address: balancer.address,
    folders,
    memory: () =>
      workers.map(
        ({ pid }) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024,
      ),
    pids: workers.map(({ pid = 0 }) => pid),
    balancerPid: balancer.pid,
    stop: async () => {
      await balancer.close();
      // A test may have ended some.
      const alive = workers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      const ended = alive.map((worker) => once(worker, 'exit'));
      for (const worker of alive) worker.kill('SIGKILL');
      await Promise.all(ended);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
