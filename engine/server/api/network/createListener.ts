import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
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
