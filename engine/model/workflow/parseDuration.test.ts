import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numRuns } from '../../testing/index.ts';
import { formatDuration, parseDuration } from './parseDuration.ts';

describe('parseDuration', () => {
  test.each([
    ['500ms', 500],
    ['1s', 1_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['1w', 604_800_000],
    ['1.5s', 1_500],
    ['1h30m', 5_400_000],
    ['1d12h30m15s250ms', 131_415_250],
    ['0s', 0],
    ['1.0004s', 1_000],
    ['PT1M30S', 90_000],
    ['P1DT2H', 93_600_000],
    ['P2W', 1_209_600_000],
    ['PT0,5S', 500],
  ])('reads %s as %d ms', (text, ms) => {
    expect(parseDuration(text)).toEqual({ ok: true, value: ms });
  });

  test.each([
    ['30', '30s'],
    ['1 m', '1m'],
    ['5 minutes', '5m'],
    ['1 hour and 30 minutes', '1h30m'],
    ['5M', '5m'],
    ['30m1h', '1h30m'],
    ['-5s', '5s'],
    ['1mo', '30d'],
    ['P1M', '30d'],
    ['1y', '365d'],
    ['P1Y', '365d'],
    [' 5s ', '5s'],
  ])('refuses %j and suggests %s', (text, suggestion) => {
    const result = parseDuration(text);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.error.suggestion).toBe(suggestion);
  });

  test.each(['', '   ', 'soon', 'P', 'PT', 'P1', '1h1h-', 's', '1..5s', '{{ env.T }}', '40000d', '5 fortnights'])(
    'refuses %j without a suggestion',
    (text) => {
      const result = parseDuration(text);
      expect(result.ok).toBe(false);
      if (!result.ok) expect(result.error).not.toHaveProperty('suggestion');
    },
  );

  test('refuses what has two of one unit', () => {
    expect(parseDuration('5m5m').ok).toBe(false);
  });

  test('suggests only what it accepts', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?(\d{1,3} ?(ms|s|m|h|d|w|min|hours?|mo|y) ?){1,3}$/), (text) => {
        const result = parseDuration(text);
        return result.ok || result.error.suggestion === undefined || parseDuration(result.error.suggestion).ok;
      }),
      { numRuns: numRuns(100) },
    );
  });
});

describe('formatDuration', () => {
  test('writes what parseDuration reads back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_155_760_000_000 }), (ms) => {
        expect(parseDuration(formatDuration(ms))).toEqual({ ok: true, value: ms });
      }),
      { numRuns: numRuns(100) },
    );
  });

  test.each([
    [250, '250ms'],
    [90_000, '1m30s'],
    [1_500, '1.5s'],
    [86_400_000, '1d'],
    [0, '0s'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
