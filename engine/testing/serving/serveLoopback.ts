import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** A server on this machine alone. */
export interface LoopbackServer {
  /** Ends with `/`. */
  readonly url: string;
  /** Ends the server and every connection to it. */
  readonly close: () => Promise<void>;
}

/** Serves requests on a free port of 127.0.0.1 until the test closes it. */
export async function serveLoopback(listener: RequestListener): Promise<LoopbackServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const TYPES: Readonly<Record<string, string>> = { '.json': 'application/json', '.csv': 'text/csv; charset=utf-8' };

/** Serves the files below a folder as a static host does. */
export function serveFolder(folder: string): Promise<LoopbackServer> {
  return serveLoopback((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    readFile(join(folder, path)).then(
      (bytes) => response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain').end(bytes),
      () => response.writeHead(404).end('Not found'),
    );
  });
}
