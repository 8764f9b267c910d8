import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A balancer of TCP connections on a free port of the loopback. */
export interface Balancer {
  readonly address: string;
  /** Of its process. */
  readonly pid: number;
  close(): Promise<void>;
}

/** Passes each connection on to that of some addresses which has the fewest, in turns where several have; to another where it takes none. */
export async function openBalancer(addresses: readonly string[]): Promise<Balancer> {
  const ends = addresses.map((address) => ({ port: Number(new URL(address).port), count: 0 }));
  const sockets = new Set<Socket>();
  let turn = 0;
  const pass = async (client: Socket): Promise<void> => {
    turn = (turn + 1) % ends.length;
    const inTurn = [...ends.slice(turn), ...ends.slice(0, turn)];
    for (const end of inTurn.toSorted((a, b) => a.count - b.count)) {
      end.count += 1;
      const server = connect(end.port, '127.0.0.1').once('close', () => {
        end.count -= 1;
      });
      const isOpen = await once(server, 'connect').then(
        () => true,
        () => false,
      );
      if (!isOpen) continue;
      keep(server);
      client.pipe(server).pipe(client);
      client.on('close', () => server.destroy());
      server.on('close', () => client.destroy());
      return;
    }
    client.destroy();
  };
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const balancer = createServer((client) => {
    keep(client);
    void pass(client);
  }).listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  const address = balancer.address();
  return {
    pid: process.pid,
    address: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    close: async () => {
      balancer.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
