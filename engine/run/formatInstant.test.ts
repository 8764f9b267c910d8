import { expect, test } from 'vitest';
import { formatInstant } from './formatInstant.ts';

test('equals what the platform writes, over four centuries and the days around each leap', () => {
  const day = 86_400_000;
  for (let ms = Date.UTC(1799, 0, 1); ms < Date.UTC(2210, 0, 1); ms += 17 * day + 12_345_678) {
    expect(formatInstant(ms)).toBe(new Date(ms).toISOString());
  }
  for (const year of [1900, 2000, 2023, 2024, 2100]) {
    for (let offset = -1; offset <= 2; offset += 1) {
      const ms = Date.UTC(year, 1, 28) + offset * day + 1;
      expect(formatInstant(ms)).toBe(new Date(ms).toISOString());
    }
  }
});
