import { once } from 'node:events';
import { createServer } from 'node:http';
import type { LookupFunction } from 'node:net';
import { createEgress, type Egress, Exposure } from '../../../effects/index.ts';
import type { ReachWay } from './Reach.ts';

/** A server that counts connections, also those on which nothing is sent. */
export interface ConnectionCounter {
  readonly port: number;
  readonly connections: () => number;
  readonly close: () => void;
}

/** Listens at an address. */
export async function countConnections(host: string, port = 0): Promise<ConnectionCounter> {
  let count = 0;
  const server = createServer((_, response) => response.setHeader('connection', 'close').end('{}'));
  server.on('connection', () => (count += 1)).listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => count,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A lookup that answers with these addresses, one set for each time it is asked; then with the last. */
export function scriptLookup(...answers: readonly (readonly string[])[]): {
  readonly lookUp: LookupFunction;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const lookUp: LookupFunction = (name, _options, done) => {
    asked.push(name);
    const found = answers[Math.min(asked.length, answers.length) - 1] ?? [];
    const addresses = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(() => done(null, addresses));
  };
  return { lookUp, asked };
}

/** How a request ends: with a status, or with the code and the reason of its failure. */
export async function ask(way: ReachWay, url: string, by: keyof Pick<Egress, 'send' | 'open'> = 'send') {
  const parts = { baseUrl: '', reveal: () => undefined, onSend: () => undefined, authorize: null };
  const egress = createEgress({ ...parts, exposure: new Exposure(), ...way });
  const request = { url, query: [], method: 'GET', headers: [], body: null };
  const answer = await egress[by](request, new AbortController().signal);
  if (!answer.ok) return answer.error;
  if ('body' in answer.value) await new Response(answer.value.body).arrayBuffer();
  return answer.value.status;
}
