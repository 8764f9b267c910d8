import 'fake-indexeddb/auto';
import { afterAll, describe, test } from 'vitest';
import { type BackendsUnderTest, useChroma, useRedis } from '../../testing/memory/backends.ts';
import { MEMORY_CONTRACT } from '../../testing/memory/contract.ts';
import { startChroma } from '../../testing/memory/startChroma.ts';
import { startRedis } from '../../testing/memory/startRedis.ts';
import type { Started } from '../../testing/memory/startServer.ts';
import { createMemoryHome } from './MemoryHome.ts';

const redis = await startRedis();
const chroma = await startChroma();

afterAll(async () => {
  if (redis.ok) await redis.server.stop();
  if (chroma.ok) await chroma.server.stop();
});

/** Every case against some backends; those that are not here are skipped, and the name says why. */
function contract(name: string, started: Started<unknown>, backends: () => BackendsUnderTest): void {
  describe.skipIf(!started.ok)(started.ok ? name : `${name} (skipped: ${started.reason})`, () => {
    for (const each of MEMORY_CONTRACT) test(each.name, () => each.run(backends()));
  });
}

const HERE: Started<null> = { ok: true, server: null };
const IN_DATABASE = { use: 'core:indexeddb', config: { path: 'contract' } };

contract('in memory', HERE, () => ({}));

contract('in IndexedDB', HERE, () => ({
  storage: IN_DATABASE,
  vector: IN_DATABASE,
  home: () => createMemoryHome({ indexedDb: globalThis.indexedDB }),
}));

contract('in Redis over REST', redis, () => ({ storage: useRedis(serverOf(redis)) }));

contract('with vectors in Chroma', chroma, () => ({ vector: useChroma(serverOf(chroma)) }));

contract('in Redis, with vectors in Chroma', redis.ok ? chroma : redis, () => ({
  storage: useRedis(serverOf(redis)),
  vector: useChroma(serverOf(chroma)),
}));

function serverOf<T>(started: Started<T>): T {
  if (started.ok) return started.server;
  throw new Error(started.reason);
}
