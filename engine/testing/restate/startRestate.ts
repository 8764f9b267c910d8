import { existsSync } from 'node:fs';
import path from 'node:path';
import { RestateNode, registerWorker, takePorts } from './RestateNode.ts';

export { takePorts } from './RestateNode.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The binary itself: the package's command is a process of Node around it. Null: `npm ci --prefix tools/restate` has not run in the repository at `root`. */
export function findRestateServer(root = ROOT): string | null {
  return findBinary(root, 'restate-server');
}

/** What makes one cluster of several nodes; null as {@link findRestateServer}. */
export function findRestatectl(): string | null {
  return findBinary(ROOT, 'restatectl');
}

function findBinary(root: string, name: string): string | null {
  const packages = path.join(root, 'tools/restate/node_modules/@restatedev');
  const file = path.join(packages, `${name}-${process.platform}-${process.arch}`, 'bin', name);
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
  const [port = 0, ingress = 0, admin = 0] = await takePorts(3);
  const node = new RestateNode(binary, { name: 'n1', ports: [port, ingress, admin] });
  const restart = (): Promise<void> => {
    node.spawn();
    return node.untilReady();
  };
  await restart();
  return {
    ingress: node.ingress,
    admin: node.admin,
    get pid() {
      return node.pid;
    },
    register: (uri) => registerWorker(node.admin, uri),
    kill: () => node.kill(),
    restart,
    stop: () => node.stop(),
  };
}
