import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Balancer, openBalancer } from './openBalancer.ts';
import { RestateNode, registerWorker, takePorts } from './RestateNode.ts';

const run = promisify(execFile);

/** How often the making of the cluster is tried: its nodes do not listen at once. */
const TRIES = 100;

/** A Restate cluster of three nodes on the loopback. */
export interface RestateNodes {
  /** Of balancers before the nodes. */
  readonly ingress: string;
  readonly admin: string;
  readonly nodes: readonly RestateNode[];
  register(uri: string): Promise<void>;
  stop(): Promise<void>;
}

/** What a node of several is told besides what one alone is. @param number of the node, from 1 @param addresses of all nodes */
export function nodeSettings(number: number, addresses: readonly string[]): Readonly<Record<string, string>> {
  return {
    RESTATE_CLUSTER_NAME: 'signalbox',
    RESTATE_FORCE_NODE_ID: String(number),
    RESTATE_ROLES: '["http-ingress","admin","worker","log-server","metadata-server"]',
    RESTATE_AUTO_PROVISION: 'false',
    RESTATE_DEFAULT_REPLICATION: '2',
    RESTATE_METADATA_CLIENT__ADDRESSES: JSON.stringify(addresses.map((address) => `${address}/`)),
  };
}

/** What `restatectl` is told, once, to make one cluster of the nodes. */
export function provisionArguments(address: string): readonly string[] {
  return ['-s', address, '-y', 'provision', '--num-partitions', '4', '--replication', '2'];
}

/** Starts three nodes that keep each record twice, and makes one cluster of them. */
export async function startNodes(binary: string, restatectl: string): Promise<RestateNodes> {
  const ports = await takePorts(9);
  const portsOf = (index: number): [number, number, number] => [
    ports[index] ?? 0,
    ports[index + 3] ?? 0,
    ports[index + 6] ?? 0,
  ];
  const addresses = [0, 1, 2].map((index) => `http://127.0.0.1:${ports[index]}`);
  const nodes = addresses.map((_, index) => {
    const env = nodeSettings(index + 1, addresses);
    return new RestateNode(binary, { name: `n${index + 1}`, ports: portsOf(index), env });
  });
  for (const node of nodes) node.spawn();
  await provision(restatectl, addresses[0] ?? '');
  await Promise.all(nodes.map((node) => node.untilReady()));
  const balancers: readonly Balancer[] = await Promise.all([
    openBalancer(nodes.map(({ ingress }) => ingress)),
    openBalancer(nodes.map(({ admin }) => admin)),
  ]);
  const [ingress = '', admin = ''] = balancers.map(({ address }) => address);
  return {
    ingress,
    admin,
    nodes,
    register: async (uri) => {
      await registerWorker(admin, uri);
      await Promise.all(nodes.map(untilRegistered));
    },
    stop: async () => {
      await Promise.all(balancers.map((balancer) => balancer.close()));
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

/** A node hears of a worker that was registered at another one a moment later, and a part of the keys may have no leader yet. */
async function untilRegistered({ ingress }: RestateNode): Promise<void> {
  const keys = Array.from({ length: 16 }, (_, index) => `none-${index}`);
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const isReady = await Promise.all(keys.map((key) => hasEnded(`${ingress}/SignalboxRun/${key}/ended`)));
    if (isReady.every(Boolean)) return;
    await delay(100);
  }
  throw new Error(`The node at ${ingress} does not reach the worker`);
}

async function hasEnded(address: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const asked = { method: 'POST', headers, body: 'null', signal: AbortSignal.timeout(2_000) };
  return (await fetch(address, asked).catch(() => null))?.ok ?? false;
}

async function provision(restatectl: string, address: string): Promise<void> {
  const args = [...provisionArguments(address)];
  for (let tries = 1; ; tries += 1) {
    // Before the node listens, the command may say that all is well and have done nothing.
    const said = await run(restatectl, args).then(({ stdout, stderr }) => stdout + stderr, String);
    if (/successfully provisioned|already provisioned/i.test(said)) return;
    if (tries === TRIES) throw new Error(`The nodes are no cluster: ${said}`);
    await delay(100);
  }
}
