import { expect, test } from 'vitest';
import { MODEL_PROVIDERS } from '../../tools/index.ts';
import { costOf, SHIPPED_PRICES } from './prices.ts';
import { PROVIDER_SPECS } from './specs.ts';

test('a cost is tokens by price, for a million', () => {
  expect(costOf({ input_tokens: 1_000_000, output_tokens: 0 }, { input: 3, output: 15 })).toBe(3);
  expect(costOf({ input_tokens: 2000, output_tokens: 1000 }, { input: 3, output: 15 })).toBeCloseTo(0.021);
});

test('every price says where and when it was read, is of a known provider, and is listed once', () => {
  for (const { provider, input, output, source, date } of SHIPPED_PRICES) {
    expect(MODEL_PROVIDERS).toContain(provider);
    expect(input).toBeGreaterThan(0);
    expect(output).toBeGreaterThan(0);
    expect(source).toMatch(/^https:\/\//);
    expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
  }
  const names = SHIPPED_PRICES.map(({ provider, model }) => `${provider} ${model}`);
  expect(new Set(names).size).toBe(names.length);
});

test('the names a user may write are the existing providers', () => {
  expect([...MODEL_PROVIDERS].sort()).toEqual(['mock', ...PROVIDER_SPECS.keys()].sort());
});
