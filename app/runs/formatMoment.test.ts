import { describe, expect, it } from 'vitest';
import { formatLength } from './formatMoment.ts';

describe('formatLength', () => {
  it.each([
    [0, '0 ms'],
    [2, '2 ms'],
    [940, '0.9 s'],
    [7512, '7.5 s'],
    [12_400, '12 s'],
    [120_000, '2 min'],
    [185_000, '3 min 5 s'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatLength(ms)).toBe(text);
  });
});
