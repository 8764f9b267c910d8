import { expect, test } from 'vitest';
import { formatAnswers } from './formatAnswers.ts';

const NONE = { asked: 0, kept: 0, missing: 0, tokens: 0, cost: 0 };

test('says how many were asked, what they took, how many were kept, and how many have no answer', () => {
  expect(formatAnswers(NONE)).toBe('');
  expect(formatAnswers({ ...NONE, asked: 2 })).toBe('2 asked');
  expect(formatAnswers({ asked: 1200, kept: 3, missing: 1, tokens: 5000, cost: 0.012345 })).toBe(
    '1,200 asked for $0.0123, 5,000 tokens, 3 kept, 1 without an answer',
  );
});
