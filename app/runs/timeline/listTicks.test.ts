import { describe, expect, it } from 'vitest';
import { listTicks } from './listTicks.ts';
import { TimeScale } from './TimeScale.ts';

const axis = (end: number, window = { from: 0, to: end }) => ({
  scale: new TimeScale([], 0),
  window,
  isWhole: window.from === 0 && window.to === end,
  end,
});
const labels = (...given: Parameters<typeof listTicks>) => listTicks(...given).map(({ label }) => label);

describe('the marks of an axis', () => {
  it('leave out one that would lie under the marker of the end', () => {
    expect(labels(axis(1000), 6)).toEqual(['0 s', '0.2', '0.4', '0.6', '0.8']);
    expect(labels(axis(1050), 6)).toEqual(['0 s', '0.2', '0.4', '0.6', '0.8']);
    expect(labels(axis(1080), 6)).toEqual(['0 s', '0.2', '0.4', '0.6', '0.8', '1']);
  });

  it('need more room on a narrow one', () => {
    expect(labels(axis(1080), 3)).toEqual(['0 s', '0.5']);
    expect(labels(axis(1200), 3)).toEqual(['0 s', '0.5', '1']);
  });

  it('say their unit each where a part is shown', () => {
    expect(labels(axis(4000, { from: 1000, to: 2000 }), 5)).toEqual(['1.00 s', '1.20 s', '1.40 s', '1.60 s', '1.80 s']);
  });

  it('tell parts of a second apart after a minute, too', () => {
    const part = { from: 121_000, to: 122_000 };
    expect(labels(axis(130_000, part), 2)).toEqual(['2 min 1.00 s', '2 min 1.50 s']);
    expect(labels(axis(130_000, { from: 121_000, to: 121_010 }), 2)).toEqual(['2 min 1.000 s', '2 min 1.005 s']);
    expect(labels(axis(130_000, { from: 60_000, to: 120_000 }), 2)).toEqual(['1 min 40 s']);
  });

  it('are the beginning alone where nothing took any time', () => {
    expect(labels(axis(0), 6)).toEqual(['0 ms']);
  });
});
