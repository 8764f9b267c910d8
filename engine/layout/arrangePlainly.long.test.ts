import { expect, test } from 'vitest';
import { ratioToFloor } from '../testing/timing.ts';
import { arrangePlainly } from './arrangePlainly.ts';
import { scopeOf } from './testing.ts';

function arrange(lines: number): () => unknown {
  const scope = { ...scopeOf(lines), gap: 40, stacksAlong: false };
  return () => arrangePlainly(scope);
}

test('time is linear in the lines', async () => {
  // Ten times the lines take about ten times as long; a hundred times where each is compared with each.
  expect(await ratioToFloor(arrange(50_000), arrange(5_000), 20)).toBeLessThan(50);
});
