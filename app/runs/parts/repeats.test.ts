import { describe, expect, it } from 'vitest';
import type { EffectView } from '#engine/run';
import { describeRepeats, momentOf, timeOf } from './repeats.ts';

const NOON = new Date(2026, 0, 15, 12, 0, 0).getTime();
const DAY = 24 * 60 * 60 * 1000;

describe('a moment to come', () => {
  it('is a time of day today', () => {
    expect(momentOf(NOON + 60_000, NOON)).toBe(timeOf(NOON + 60_000));
  });

  it('has its date on any other day, and its year where that is far', () => {
    expect(momentOf(NOON + DAY, NOON)).toMatch(/ on .*16/);
    expect(momentOf(NOON + DAY, NOON)).not.toContain('2026');
    expect(momentOf(NOON + 400 * DAY, NOON)).toContain('2027');
  });
});

describe('a call that was made again', () => {
  const effect = { name: 'http', startedAt: NOON } as EffectView;
  const again = { at: NOON + DAY, by: 'person' } as const;

  it('says when it was made, when again, and who said so', () => {
    expect(describeRepeats({ effects: [effect, { ...effect, repeats: [again] }] })).toBe(
      `http was made at ${timeOf(NOON)}, again at ${timeOf(NOON + DAY)}, since a person said so`,
    );
  });

  it('is none where it was made once, or where the run that it started went on', () => {
    const child = { runId: 'r', file: 'a.yaml' } as NonNullable<EffectView['child']>;
    expect(describeRepeats({ effects: [effect, { ...effect, repeats: [again], child }] })).toBeNull();
  });
});
