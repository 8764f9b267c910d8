import { describe, expect, it } from 'vitest';
import { toTicks } from './listTicks.ts';

describe('toTicks', () => {
  it('marks seconds with round steps and names the unit once', () => {
    expect(toTicks(7500, 5)).toEqual([
      { at: 0, label: '0 s' },
      { at: 2000, label: '2' },
      { at: 4000, label: '4' },
      { at: 6000, label: '6' },
    ]);
  });

  it('marks milliseconds in a short run', () => {
    expect(toTicks(40, 4).map(({ label }) => label)).toEqual(['0 ms', '10', '20', '30', '40']);
  });

  it('marks minutes in a long run', () => {
    expect(toTicks(600_000, 6).map(({ label }) => label)).toEqual(['0 min', '2', '4', '6', '8', '10']);
  });

  it('never gives more marks than asked', () => {
    for (const span of [1, 3, 99, 1234, 86_400_000]) expect(toTicks(span, 6).length).toBeLessThanOrEqual(7);
  });
});

describe('toTicks of any number', () => {
  it.each([
    0,
    -1,
    1e-300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.MIN_VALUE,
    Number.MAX_VALUE,
    8.64e15,
    2 ** 53,
  ])('ends with few marks that are numbers: %d', (span) => {
    for (const most of [6, 1, 0, -3]) {
      const ticks = toTicks(span, most);
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThanOrEqual(8);
      for (const { at } of ticks) expect(Number.isFinite(at)).toBe(true);
      expect(new Set(ticks.map(({ at }) => at)).size).toBe(ticks.length);
    }
  });
});
