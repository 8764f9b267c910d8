import { useChroma, useRedis } from '../engine/testing/memory/backends.ts';
import { startChroma } from '../engine/testing/memory/startChroma.ts';
import { startRedis } from '../engine/testing/memory/startRedis.ts';
import { test } from './fixtures.ts';
import { expectContract } from './memory.ts';

test('memories keep their contract in Redis over REST, asked from a browser', async ({ page }) => {
  const redis = await startRedis();
  test.skip(!redis.ok, redis.ok ? '' : `There is no Redis: ${redis.reason}`);
  if (!redis.ok) return;
  try {
    await expectContract(page, { storage: useRedis(redis.server) });
  } finally {
    await redis.server.stop();
  }
});

test('memories keep their contract with vectors in Chroma, asked from a browser', async ({ page }) => {
  const chroma = await startChroma();
  test.skip(!chroma.ok, chroma.ok ? '' : `There is no Chroma: ${chroma.reason}`);
  if (!chroma.ok) return;
  try {
    await expectContract(page, { vector: useChroma(chroma.server) });
  } finally {
    await chroma.server.stop();
  }
});
