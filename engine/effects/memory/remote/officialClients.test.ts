import { Redis } from '@upstash/redis/cloudflare';
import { ChromaClient } from 'chromadb';
import { afterAll, expect, test } from 'vitest';
import { useChroma, useRedis } from '../../../testing/memory/backends.ts';
import { MemoryLab } from '../../../testing/memory/MemoryLab.ts';
import { startChroma } from '../../../testing/memory/startChroma.ts';
import { startRedis } from '../../../testing/memory/startRedis.ts';
import { toCollectionName } from './chromaVectors.ts';

const redis = await startRedis();
const chroma = await startChroma();

afterAll(async () => {
  if (redis.ok) await redis.server.stop();
  if (chroma.ok) await chroma.server.stop();
});

test.skipIf(!redis.ok)('the client of Upstash reads through the same bridge what was written', async () => {
  if (!redis.ok) return;
  const { url, token } = redis.server;
  const lab = new MemoryLab({ storage: useRedis({ url, token }) });
  await lab.say('hello');
  const client = new Redis({ url, token, enableTelemetry: false });
  const id = encodeURIComponent(lab.memory.id);
  expect(await client.smembers(`signalbox:${id}:threads`)).toEqual(['a']);
  expect(await client.lrange(`signalbox:${id}:messages:a`, 0, -1)).toMatchObject([{ role: 'user', content: 'hello' }]);
  const [length, missing] = await client.multi().llen(`signalbox:${id}:messages:a`).get('none').exec();
  expect([length, missing]).toEqual([1, null]);
});

test.skipIf(!chroma.ok)(
  'the client of Chroma finds the collection, with cosine and the thread of each vector',
  async () => {
    if (!chroma.ok) return;
    const lab = new MemoryLab({ vector: useChroma(chroma.server) });
    await lab.say('hello');
    const { hostname, port } = new URL(chroma.server.url);
    const client = new ChromaClient({ host: hostname, port: Number(port) });
    const collection = await client.getCollection({ name: toCollectionName(lab.memory.id) });
    expect(collection.configuration.hnsw?.space).toBe('cosine');
    expect((await collection.get()).metadatas).toEqual([{ thread_id: 'a' }]);
  },
);

test.skipIf(!redis.ok)('a wrong token and a full Redis are distinguished; nothing is added', async () => {
  if (!redis.ok) return;
  const { url, token, send } = redis.server;
  const hello = { op: 'append', messages: [{ role: 'user', content: 'hello' }] } as const;
  const stranger = new MemoryLab({ storage: useRedis({ url, token: 'wrong' }) });
  expect(await stranger.perform(hello)).toMatchObject({ ok: false, error: { code: 'AUTHENTICATION_ERROR' } });
  const lab = new MemoryLab({ storage: useRedis({ url, token }) });
  await send(['CONFIG', 'SET', 'maxmemory', '1']);
  expect(await lab.perform(hello, { key: 'k' })).toMatchObject({
    ok: false,
    error: { code: 'MEMORY_ERROR', details: { reason: 'quota' } },
  });
  await send(['CONFIG', 'SET', 'maxmemory', '0']);
  expect((await lab.ask({ op: 'read' })).last_messages).toEqual([]);
  expect((await lab.ask(hello, { key: 'k' })).last_messages).toHaveLength(1);
});

test.skipIf(!redis.ok)('a record of Redis that another program changed is named', async () => {
  if (!redis.ok) return;
  const { url, token, send } = redis.server;
  const lab = new MemoryLab({ storage: useRedis({ url, token }) });
  await lab.say('hello');
  await send(['LSET', `signalbox:${encodeURIComponent(lab.memory.id)}:messages:a`, '0', 'not ours']);
  expect(await lab.perform({ op: 'read' })).toMatchObject({
    ok: false,
    error: { code: 'MEMORY_ERROR', details: { reason: 'corrupt' } },
  });
});

test('no two memories share a collection, and every name is one that Chroma takes', () => {
  const ids = ['a', 'a b', 'a-b', 'a.', 'ü', 'ö', '', 'x'.repeat(300), 'x'.repeat(301)];
  const names = ids.map(toCollectionName);
  expect(new Set(names).size).toBe(ids.length);
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]$/);
});
