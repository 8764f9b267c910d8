import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The binary itself: the package's command is a process of Node around it. Null: `npm ci --prefix tools/restate` has not run in the repository at `root`. */
export function findRestateServer(root = ROOT): string | null {
  const name = `restate-server-${process.platform}-${process.arch}`;
  const file = path.join(root, 'tools/restate/node_modules/@restatedev', name, 'bin/restate-server');
  return existsSync(file) ? file : null;
}

/** A Restate server of one node on free ports of the loopback. */
export interface RestateServer {
  readonly ingress: string;
  readonly admin: string;
  readonly pid: number;
  /** Has the server send runs to a worker at an address. */
  register(uri: string): Promise<void>;
  /** Ends the process at once, as a power failure would. */
  kill(): Promise<void>;
  /** Starts it again on the same ports and files. */
  restart(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

/** Starts a server, and answers once it takes requests. */
export async function startRestate(binary: string): Promise<RestateServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-restate-'));
  const [node = 0, ingressPort = 0, adminPort = 0] = await takePorts(3);
  const [ingress, admin] = [`http://127.0.0.1:${ingressPort}`, `http://127.0.0.1:${adminPort}`];
  const env = {
    ...process.env,
    RESTATE_NODE_NAME: 'n1',
    RESTATE_BASE_DIR: folder,
    RESTATE_LISTEN_MODE: 'tcp',
    RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
    RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${node}/`,
    RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingressPort}`,
    RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${adminPort}`,
    RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: '256MiB',
    RESTATE_DEFAULT_NUM_PARTITIONS: '4',
    RESTATE_DISABLE_TELEMETRY: 'true',
    RUST_LOG: 'warn',
  };
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn(binary, ['--no-logo'], { env, stdio: process.env['RESTATE_LOG'] ? 'inherit' : 'ignore' });
    await untilReady([`${admin}/health`, `${ingress}/restate/health`], child);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  await start();
  return {
    ingress,
    admin,
    get pid() {
      return child.pid ?? 0;
    },
    register: (uri) => register(admin, uri),
    kill: () => end('SIGKILL'),
    restart: start,
    stop: async () => {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function register(admin: string, uri: string): Promise<void> {
  const response = await fetch(`${admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri, force: true }),
  });
  if (!response.ok) throw new Error(`Restate did not take the worker at ${uri}: ${await response.text()}`);
}

async function untilReady(addresses: readonly string[], child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The Restate server ended with ${child.exitCode}`);
    const answers = await Promise.all(
      addresses.map((address) =>
        fetch(address).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    if (answers.every((isOk) => isOk)) return;
    await delay(50);
  }
  throw new Error('The Restate server was not ready within 30 s');
}

/** Ports that nothing listens on. */
export async function takePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
