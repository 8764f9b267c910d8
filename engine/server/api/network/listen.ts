import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where to listen. */
export interface ListenAt {
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
