import { expect, test } from 'vitest';
import { ratioToFloor } from '../../testing/timing.ts';
import { evaluateScript, useUtc } from './evaluateScript.ts';
import { openQuickJs } from './openQuickJs.ts';
import { ENDLESS } from './testing.ts';

test.each(ENDLESS)('is terminated soon after its time has passed: %s', async (_, code) => {
  useUtc();
  const quickjs = await openQuickJs(64);
  const run = (timeout: number) => () =>
    evaluateScript(quickjs, { code, input: 'null', seed: 7, now: null, timeout, memory: 64 });
  // With ten times the time it takes about ten times as long: the time decides when it ends.
  const ratio = await ratioToFloor(run(1_000), run(100), 3);
  expect(ratio).toBeGreaterThan(3);
  expect(ratio).toBeLessThan(30);
});
