import { expect, test } from 'vitest';
import { LEAST, signSize } from './fromAfar.ts';

test('a short name is as large as its card is high, a longer one as it fits on two lines, or three of a tall card', () => {
  expect(signSize('Route', false)).toBe(42);
  expect(signSize('Draft reply', false)).toBe(30);
  expect(signSize('Classify ticket', false)).toBe(26);
  expect(signSize('Classify ticket', true)).toBe(41);
  expect(signSize('Ask the customer again', true)).toBe(28);
});

test('no word is broken for it, and a name that never fits has the least size', () => {
  expect(signSize('summarize-meeting', false)).toBe(26);
  expect(signSize('incomprehensibility', false)).toBe(LEAST);
  expect(signSize('Escalate to a person in the office of the customer', false)).toBe(LEAST);
});
