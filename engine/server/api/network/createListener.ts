import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TlsPair } from './readTls.ts';

/** How long the headers of a request, and the greeting of TLS before them, may take to arrive, in ms. */
const HEADERS_TIME = 10_000;

/** What the API listens with: HTTP, or HTTP over TLS with the same bounds. */
export interface Listener {
  readonly server: Server | TlsServer;
  readonly scheme: 'http' | 'https';
  /** Puts another certificate in force for connections from then on. Throws where the server has none, and where it cannot be used. */
  renew(pair: TlsPair): void;
  /** Ends all connections, also those that have not yet agreed on a key. */
  cutOff(): void;
}

/** Makes what the API listens with; it does not listen yet. `requestTime` is how long a request may take to arrive, in ms. */
export function createListener(
  tls: TlsPair | null,
  { requestTime }: { readonly requestTime: number },
  answer: RequestListener,
): Listener {
  const times = { requestTimeout: requestTime, headersTimeout: HEADERS_TIME };
  if (tls === null) {
    const server = createServer(times, answer);
    return { server, scheme: 'http', renew: refuseTls, cutOff: () => server.closeAllConnections() };
  }
  const kept = { minVersion: 'TLSv1.2', handshakeTimeout: HEADERS_TIME } as const;
  const server = createTlsServer({ ...times, ...kept, cert: tls.cert, key: tls.key }, answer);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    server,
    scheme: 'https',
    renew: ({ cert, key }) => server.setSecureContext({ minVersion: kept.minVersion, cert, key }),
    cutOff: () => {
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function refuseTls(): never {
  throw new Error('This server has no certificate to renew.');
}

/** Where to listen. */
interface ListenAt {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** The option that chooses the port, for those whose port cannot be had: `--port N`. */
  readonly option: string;
}

/** Listens, and resolves with where: `127.0.0.1:4700`. Rejects with an `Error` for the user where the port cannot be had. */
export async function listen(server: Server, { host, port, option }: ListenAt): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(describeListen(error, { host, port, option }), { cause: error })));
    server.listen(port, host, resolve);
  });
  server.removeAllListeners('error');
  return `${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo | null)?.port ?? 0}`;
}

function describeListen(error: Error & { readonly code?: string }, { host, port, option }: ListenAt): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Choose another one: ${option}.`;
    case 'EACCES':
      return `Port ${port} is closed to this user. Choose one above 1023: ${option}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this computer. Choose another one, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return `${host}:${port} cannot be served: ${error.message}.`;
  }
}
