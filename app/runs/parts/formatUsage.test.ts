import { expect, test } from 'vitest';
import { describeUsage, formatUsage } from './formatUsage.ts';

const USAGE = { input_tokens: 1200, output_tokens: 34, cost: 0.00421, unpriced: 0 };

test.each([
  [USAGE, '1,234 tokens · $0.0042'],
  [{ ...USAGE, cost: 12.345 }, '1,234 tokens · $12.35'],
  [{ ...USAGE, cost: 0 }, '1,234 tokens · $0'],
  [{ ...USAGE, cost: 0.0000001 }, '1,234 tokens · $1e-7'],
  [{ ...USAGE, unpriced: 1 }, '1,234 tokens · at least $0.0042'],
  [{ ...USAGE, cost: null, unpriced: 2 }, '1,234 tokens'],
  [{ input_tokens: 1, output_tokens: 0, cost: null, unpriced: 1 }, '1 token'],
])('%o is shown as %s', (usage, words) => {
  expect(formatUsage(usage)).toBe(words);
});

test('an answer without a price is said, with what to do', () => {
  expect(describeUsage(USAGE)).toBe('1,200 input tokens, 34 output tokens');
  expect(describeUsage({ ...USAGE, unpriced: 1 })).toMatch(/Of 1 answer the price is unknown: set it/);
});
