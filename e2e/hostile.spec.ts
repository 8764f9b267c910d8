import type { HostileResult } from '../engine/testing/hostileRuns.ts';
import { expect, test } from './fixtures.ts';
import type { HostileOrder } from './hostileWorker.ts';
import { runWorker } from './runWorker.ts';

/** `npm run test:long` tries more. */
const factor = Number(process.env['SIGNALBOX_TEST_FACTOR'] ?? 0.2);

test('hostile workflows take a secret nowhere in the engine of a browser, under the policy of the app', async ({
  page,
}) => {
  test.setTimeout(180_000 * Math.max(1, factor));
  const order: HostileOrder = { runs: 40 * factor, seed: Number(process.env['SIGNALBOX_TEST_SEED'] ?? 20_261_122) };
  const results = await runWorker<readonly HostileResult[]>(page, './hostileWorker.ts', order);
  expect(results.map(({ broken }) => broken)).toEqual([null, null]);
  for (const { reached } of results) expect(reached).toBeGreaterThan(0);
});
