import { describe, expect, it } from 'vitest';
import { formatLength, formatMoment } from './formatMoment.ts';

describe('formatLength', () => {
  it.each([
    [0, '0 ms'],
    [2, '2 ms'],
    [940, '0.9 s'],
    [7512, '7.5 s'],
    [12_400, '12 s'],
    [120_000, '2 min'],
    [185_000, '3 min 5 s'],
    [3_600_000, '1 h'],
    [3_660_000, '1 h 1 min'],
    [172_800_000, '2 d'],
    [183_600_000, '2 d 3 h'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatLength(ms)).toBe(text);
  });
});

describe('formatMoment', () => {
  const now = new Date(2026, 10, 21, 18).getTime();

  it.each([
    [new Date(2026, 10, 21, 0, 3, 9), '00:03:09'],
    [new Date(2026, 10, 20, 14, 3, 9), '20 Nov, 14:03'],
    [new Date(2025, 10, 20, 14, 3, 9), '20 Nov 2025, 14:03'],
  ])('%s is %s', (moment, text) => {
    expect(formatMoment(moment.getTime(), now, 'en-GB')).toBe(text);
  });

  it.each([Number.NaN, 1e300, Number.NEGATIVE_INFINITY])('%d is no moment', (at) => {
    expect(formatMoment(at, now)).toBe('–');
  });
});
