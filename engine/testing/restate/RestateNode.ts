import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a node may take to be ready, in ms. */
const PATIENCE = 60_000;

/** Ports of a node, and the name it has. */
export interface NodeOptions {
  readonly name: string;
  readonly ports: readonly [node: number, ingress: number, admin: number];
  /** Settings besides. */
  readonly env?: Readonly<Record<string, string>>;
}

/** One process of the Restate server, on the loopback, with a folder of its own. */
export class RestateNode {
  readonly ingress: string;
  readonly admin: string;
  /** Where other nodes, and `restatectl`, reach it. */
  readonly address: string;
  readonly #binary: string;
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'signalbox-restate-'));
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | null = null;

  constructor(binary: string, { name, ports: [node, ingress, admin], env = {} }: NodeOptions) {
    this.#binary = binary;
    this.ingress = `http://127.0.0.1:${ingress}`;
    this.admin = `http://127.0.0.1:${admin}`;
    this.address = `http://127.0.0.1:${node}`;
    this.#env = {
      ...process.env,
      RESTATE_NODE_NAME: name,
      RESTATE_BASE_DIR: this.#folder,
      RESTATE_LISTEN_MODE: 'tcp',
      RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
      RESTATE_ADVERTISED_ADDRESS: `${this.address}/`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
      RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: '256MiB',
      RESTATE_DEFAULT_NUM_PARTITIONS: '4',
      RESTATE_DISABLE_TELEMETRY: 'true',
      RUST_LOG: 'warn',
      ...env,
    };
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts the process, again on the same ports and files. */
  spawn(): void {
    this.#child = spawn(this.#binary, ['--no-logo'], {
      env: this.#env,
      stdio: process.env['RESTATE_LOG'] ? 'inherit' : 'ignore',
    });
  }

  /** Resolves once it takes requests. */
  async untilReady(): Promise<void> {
    const addresses = [`${this.admin}/health`, `${this.ingress}/restate/health`];
    for (const latest = Date.now() + PATIENCE; Date.now() < latest; ) {
      if (this.#child?.exitCode !== null) throw new Error(`The Restate server ended with ${this.#child?.exitCode}`);
      const answers = await Promise.all(addresses.map(ask));
      if (answers.every((answer) => answer?.ok)) return;
      await delay(50);
    }
    throw new Error(`The Restate server was not ready within ${PATIENCE / 1000} s`);
  }

  /** Ends the process at once, as a power failure would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Ends it and removes its files. */
  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A node that is not ready takes connections, and does not answer. */
function ask(address: string): Promise<Response | null> {
  return fetch(address, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
}

/** Has a cluster send runs to workers at an address. */
export async function registerWorker(admin: string, uri: string): Promise<void> {
  const response = await fetch(`${admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri, force: true }),
  });
  if (!response.ok) throw new Error(`Restate did not take the worker at ${uri}: ${await response.text()}`);
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
