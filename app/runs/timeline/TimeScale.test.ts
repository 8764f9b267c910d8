import { describe, expect, it, test } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunEvent } from '#engine/run';
import { findIdle, planFolds, TimeScale } from './TimeScale.ts';

const DAY = 86_400_000;

describe('a scale', () => {
  const scale = new TimeScale(
    [
      { from: 1000, to: 1000 + DAY },
      { from: DAY + 3000, to: Infinity },
    ],
    100,
  );

  it.each([
    [0, 0],
    [1000, 1000],
    [1050, 1050],
    [500_000, 1100],
    [1000 + DAY, 1100],
    [DAY + 2000, 2100],
    [DAY + 3050, 3150],
    [9 * DAY, 3200],
  ])('has %i ms at %i', (time, place) => {
    expect(scale.at(time)).toBe(place);
  });

  it.each([0, 999, 1000, 1100, 1500, 3099])('leads back from %i', (place) => {
    expect(scale.at(scale.back(place))).toBeCloseTo(place === 1100 ? 1100 : place);
  });

  it('gives the middle of a fold its middle', () => {
    expect(scale.back(1050)).toBe(1000 + DAY / 2);
  });
});

describe('which gaps are folded', () => {
  it('folds a wait of days between seconds of work', () => {
    const { folded, width } = planFolds([{ from: 2000, to: 2000 + 7 * DAY }], 7 * DAY + 4000);
    expect(folded).toHaveLength(1);
    expect(width).toBe(128);
  });

  it('folds nothing where little would be saved', () => {
    expect(planFolds([{ from: 2000, to: 4500 }], 60_000).folded).toEqual([]);
    expect(planFolds([], 0).folded).toEqual([]);
  });

  it('leaves most of the axis to work where there are many gaps', () => {
    const gaps = Array.from({ length: 500 }, (_, index) => ({ from: index * 60_000 + 1000, to: (index + 1) * 60_000 }));
    const { folded, width } = planFolds(gaps, 500 * 60_000);
    expect(folded).toHaveLength(500);
    expect(folded.length * width).toBeLessThan(500_000 / 2);
  });
});

const STEP = { taskId: 't', activation: 1 } as const;

type Body = { readonly at: number } & Partial<Record<string, unknown>> & { readonly type: RunEvent['type'] };

/** The gaps of a run with these events, as `from-to`, and since when it is idle. */
function idle(bodies: readonly Body[]): string {
  const events = bodies.map((body, seq) => ({ seq, ...STEP, ...body }) as unknown as RunEvent);
  const view = { ...foldRun(EMPTY_VIEW, []), status: 'running' as const };
  const { gaps, since } = findIdle({ events, view });
  return `${gaps.map(({ from, to }) => `${from}-${to}`).join(' ')} | ${since}`;
}

test('the time of a call is no gap, and what is waited for is one', () => {
  const call = { key: 'k', kind: 'tool', name: 'core:http', request: null };
  expect(
    idle([
      { at: 0, type: 'task.attempt', attempt: 1 },
      { at: 0, type: 'effect.requested', ...call },
      { at: 9_000, type: 'effect.completed', key: 'k', response: null, error: null },
      { at: 9_100, type: 'task.waiting', reason: 'delay' },
      { at: 99_000, type: 'task.attempt', attempt: 2 },
    ]),
  ).toBe('9100-99000 | 99000');
});

test('a call that was given up holds no time, and one that was cut off none of its interruption', () => {
  const call = { key: 'k', kind: 'tool', name: 'core:http', request: null };
  expect(
    idle([
      { at: 0, type: 'effect.requested', ...call },
      { at: 60_000, type: 'run.interrupted', since: 5_000, cause: 'lost', calls: [] },
      { at: 61_000, type: 'task.retrying', attempt: 2, attempts: 3, delay: 10_000, until: 71_000 },
      { at: 71_000, type: 'task.attempt', attempt: 2 },
    ]),
  ).toBe('5000-60000 61000-71000 | 71000');
});
