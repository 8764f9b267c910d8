/**
 * The floor of runs on Restate: a process that serves an object of the plain SDK, whose handlers take steps one after the other
 * with `ctx.run`. Tells its parent the address it listens at.
 */
import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { ObjectContext } from '@restatedev/restate-sdk';
import { loadRestate } from '../../engine/service/restate/worker/loadRestate.ts';

const { object, createEndpointHandler } = await loadRestate();

const bare = object({
  name: 'Bare',
  handlers: {
    run: async (ctx: ObjectContext, steps: number): Promise<string> => {
      let last = '';
      for (let step = 0; step < steps; step += 1) last = await ctx.run('step', () => hash(`x${step}`));
      return last;
    },
    ask: async (ctx: ObjectContext, { steps, url }: { readonly steps: number; readonly url: string }) => {
      let last = '';
      for (let step = 0; step < steps; step += 1) last = await ctx.run('step', () => ask(url));
      return last;
    },
  },
  options: { journalRetention: 0, idempotencyRetention: 0 },
});

/** As `core:hash` does it. */
async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('hex');
}

/** As `core:http` does it. */
async function ask(url: string): Promise<string> {
  return (await fetch(url)).text();
}

const server = createServer(createEndpointHandler({ services: [bare], logger: () => undefined }));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
process.send?.(`http://127.0.0.1:${port}`);
process.once('disconnect', () => process.exit());
