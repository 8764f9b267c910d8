import type { RequestListener } from 'node:http';
import { afterEach } from 'vitest';
import { type LoopbackServer, serveLoopback } from './serveLoopback.ts';

/** For a file of tests: gives what serves requests on this machine until the test has ended, and resolves with the address. */
export function servingTests(): (listener: RequestListener) => Promise<string> {
  const servers: LoopbackServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  return async (listener) => {
    const server = await serveLoopback(listener);
    servers.push(server);
    return server.url;
  };
}
