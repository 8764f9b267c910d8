import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RestateRunService } from '../../service/restate/RestateRunService.ts';
import { placeProgram } from '../program/placeProgram.ts';
import { allowLoopback } from '../serving/reachLoopback.ts';
import { type LoopbackServer, serveLoopback } from '../serving/serveLoopback.ts';
import type { RestateServer } from './startRestate.ts';

/** Worker processes of the built command line, the site that runs send orders to, and the service over a cluster. */
export interface Fleet {
  readonly service: RestateRunService;
  /** When each request came, in ms since the epoch, by its idempotency key. */
  readonly arrivals: ReadonlyMap<string, readonly number[]>;
  readonly url: string;
  /** Answers no request until it is released. */
  hold(): void;
  release(): void;
  write(name: string, text: string): void;
  /** Starts a worker at a port of the loopback, and answers once it listens. `folder` has its bundle. */
  startWorker(port: number): Promise<ChildProcess>;
  stop(): Promise<void>;
}

/** How long the site takes to answer, in ms: runs last long enough to be disturbed. */
const LATENCY = 100;

/** Opens a fleet without workers over a cluster. */
export async function openFleet(cluster: Pick<RestateServer, 'ingress' | 'admin'>): Promise<Fleet> {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-fleet-'));
  placeProgram(path.join(folder, '.bundle'));
  allowLoopback(folder);
  const arrivals = new Map<string, number[]>();
  let held: (() => void)[] | null = null;
  const site: LoopbackServer = await serveLoopback((request, response) => {
    const key = String(request.headers['idempotency-key']);
    arrivals.set(key, [...(arrivals.get(key) ?? []), Date.now()]);
    if (held === null) setTimeout(() => response.end('{}'), LATENCY);
    else held.push(() => response.end('{}'));
  });
  const workers: ChildProcess[] = [];
  return {
    service: new RestateRunService(cluster, {
      variables: [],
      ports: { workspace: folder, mcpServers: [], grants: [], env: {} },
    }),
    arrivals,
    url: site.url,
    hold: () => {
      held ??= [];
    },
    release: () => {
      for (const answer of held ?? []) answer();
      held = null;
    },
    write: (name, text) => writeFileSync(path.join(folder, `${name}.yaml`), text),
    startWorker: async (port) => {
      const args = [path.join(folder, '.bundle/signalbox.js'), 'worker', folder, '--port', String(port)];
      const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      workers.push(worker);
      if (worker.stdout !== null) await once(worker.stdout, 'data');
      return worker;
    },
    stop: async () => {
      for (const worker of workers) worker.kill('SIGKILL');
      await site.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
