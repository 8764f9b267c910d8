import { expect, test } from 'vitest';
import type { RunSummary } from '#engine/worker';
import { forecast } from './ForecastPart.tsx';

function run(length: number, more: Partial<RunSummary> = {}): RunSummary {
  const base = { runId: 'a', path: 'a.yaml', name: null, simulate: false, simulated: false };
  return { ...base, status: 'success', startedAt: 1_000, endedAt: 1_000 + length, ...more };
}

const usage = (cost: number | null, unpriced = 0) => ({ input_tokens: 1, output_tokens: 1, cost, unpriced });

test('is what half of the runs, nine in ten and none exceed', () => {
  const rows = Array.from({ length: 20 }, (_, index) => run((index + 1) * 100));
  expect(forecast(rows)).toEqual({
    runs: 20,
    time: { p50: 1_000, p90: 1_800, most: 2_000 },
    cost: null,
    isCostPartial: false,
  });
});

test('one run is all there is to say, and none is nothing', () => {
  expect(forecast([run(300)])).toMatchObject({ runs: 1, time: { p50: 300, p90: 300, most: 300 } });
  expect(forecast([])).toBeNull();
});

test('pauses do not count, and a run that came to no model cost nothing', () => {
  const rows = [run(5_000, { idle: 4_000, usage: usage(0.5, 1) }), run(3_000)];
  expect(forecast(rows)).toEqual({
    runs: 2,
    time: { p50: 1_000, p90: 3_000, most: 3_000 },
    cost: { p50: 0, p90: 0.5, most: 0.5 },
    isCostPartial: true,
  });
  expect(forecast([run(1, { usage: usage(null, 2) })])).toMatchObject({ cost: null, isCostPartial: true });
});

test('runs of a server count as those of this browser, also where it does not tell what they used', () => {
  const there = { status: 'success', startedAt: 1_000, endedAt: 6_000 } as const;
  const rows = [
    { ...there, idle: 4_000, usage: usage(0.5) },
    { ...there, idle: 0, usage: null },
    { ...there, status: 'waiting', endedAt: null, idle: 0, usage: null } as const,
  ];
  expect(forecast(rows)).toMatchObject({ runs: 2, time: { p50: 1_000, most: 5_000 }, cost: { p50: 0, most: 0.5 } });
  expect(forecast(rows.slice(1))).toMatchObject({ runs: 1, cost: null, isCostPartial: false });
});

test('what was cancelled, simulated, forked or imported, or has not ended, is not among them', () => {
  const others = [
    run(1, { status: 'cancelled' }),
    run(1, { simulate: true }),
    run(1, { forkedFrom: 'b' }),
    run(1, { isImported: true }),
    run(1, { status: 'running', endedAt: null }),
  ];
  expect(forecast(others)).toBeNull();
  expect(forecast([...others, run(7, { status: 'error' })])).toMatchObject({ runs: 1, time: { most: 7 } });
});
