import { expect, test } from 'vitest';
import { describeAnswered } from './AnswerDialog.tsx';

test.each([
  ['success', /was answered, and the run continues/],
  ['error', /waited as long as it may/],
  ['cancelled', /was ended/],
] as const)('a step that ended with %s while its form was open says so', (status, words) => {
  expect(describeAnswered({ status }, 'Approval')).toMatch(words);
});
