import type { BackendsUnderTest } from '../engine/testing/memory/backends.ts';
import { expect, type Page } from './fixtures.ts';
import type { ContractResult } from './memoryWorker.ts';
import { runWorker } from './runWorker.ts';

/** Runs the contract in a worker of the page; every case must hold. */
export async function expectContract(page: Page, backends: BackendsUnderTest): Promise<void> {
  const results = await runWorker<readonly ContractResult[]>(page, './memoryWorker.ts', backends);
  expect(results.filter(({ error }) => error !== null)).toEqual([]);
  // Each case that the contract has; to import it here would compile half of the engine.
  expect(results.length).toBeGreaterThan(10);
}
