import type { Page } from '@playwright/test';
import { type BackendsUnderTest, useChroma, useRedis } from '../engine/testing/memory/backends.ts';
import { startChroma } from '../engine/testing/memory/startChroma.ts';
import { startRedis } from '../engine/testing/memory/startRedis.ts';
import { expect, test } from './fixtures.ts';
import type { ContractResult } from './memoryWorker.ts';
import { runWorker } from './runWorker.ts';

/** Runs the contract in a worker of the page; every case must hold. */
async function expectContract(page: Page, backends: BackendsUnderTest): Promise<void> {
  const results = await runWorker<readonly ContractResult[]>(page, './memoryWorker.ts', backends);
  expect(results.filter(({ error }) => error !== null)).toEqual([]);
  // Each case that the contract has; to import it here would compile half of the engine.
  expect(results.length).toBeGreaterThan(10);
}

test('memories keep their contract in the IndexedDB of a browser', async ({ page }) => {
  const part = { use: 'core:indexeddb', config: { path: 'contract' } };
  await expectContract(page, { storage: part, vector: part });
});

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
