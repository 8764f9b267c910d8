import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBalancer } from './openBalancer.ts';
import { takePorts } from './startRestate.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Processes of `signalbox worker` that one address leads to, each with a folder of its own. */
export interface SpawnedWorkers {
  readonly address: string;
  /** Their folders: what the calls of one have written is in its own. */
  readonly folders: readonly string[];
  /** Memory of each process, in bytes. */
  memory(): readonly number[];
  stop(): void;
}

/** Builds the command line and starts so many. */
export async function spawnWorkers(count: number): Promise<SpawnedWorkers> {
  const home = mkdtempSync(path.join(tmpdir(), 'signalbox-workers-'));
  execFileSync(process.execPath, ['tools/build-cli.mjs', path.join(home, 'bundle')], { cwd: ROOT });
  const ports = await takePorts(count);
  const folders = ports.map((port) => path.join(home, `worker-${port}`));
  const workers: ChildProcess[] = [];
  for (const [index, port] of ports.entries()) {
    const folder = folders[index] ?? '';
    mkdirSync(folder);
    const args = [path.join(home, 'bundle/signalbox.js'), 'worker', folder, '--port', String(port)];
    const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    if (worker.stdout !== null) await once(worker.stdout, 'data');
    workers.push(worker);
  }
  const balancer = await openBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
  return {
    address: balancer.address,
    folders,
    memory: () =>
      workers.map(
        ({ pid }) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024,
      ),
    stop: () => {
      balancer.close();
      for (const worker of workers) worker.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
