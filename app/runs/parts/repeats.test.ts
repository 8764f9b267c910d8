import { describe, expect, it } from 'vitest';
import { momentOf, timeOf } from './repeats.ts';

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
