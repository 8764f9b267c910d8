import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { ratioToFloor } from '../../testing/timing.ts';
import { drillText, manyCalls } from './testing.ts';

beforeAll(() => loadPatterns());

test('50 tasks with 8 faults and more are drilled in time, and give the same each time', {
  timeout: 300_000,
}, async () => {
  const [few, many] = [manyCalls(5), manyCalls(50)];
  const report = await drillText(many);
  expect(report.cells.length).toBeGreaterThanOrEqual(400);
  expect(new Set(report.cells.map(({ task }) => task)).size).toBe(50);
  expect(JSON.stringify(await drillText(many))).toBe(JSON.stringify(report));
  // Ten times the tasks are ten times the runs, each ten times as long; with runs inside of runs it were 1,000 times.
  const ratio = await ratioToFloor(
    () => drillText(many),
    () => drillText(few),
    2,
  );
  expect(ratio).toBeLessThan(300);
});
