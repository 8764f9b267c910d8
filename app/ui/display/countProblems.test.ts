import { expect, test } from 'vitest';
import { countProblems, describeProblems } from './countProblems.ts';

function found(...severities: readonly string[]): readonly { readonly severity: string }[] {
  return severities.map((severity) => ({ severity }));
}

test('errors and warnings are problems, notes are none', () => {
  expect(countProblems(found('warning', 'info', 'error', 'warning'))).toEqual({ errors: 1, warnings: 2 });
  expect(countProblems(found('info'))).toEqual({ errors: 0, warnings: 0 });
});

test('a count says both', () => {
  expect(describeProblems({ errors: 0, warnings: 1 })).toBe('1 warning');
  expect(describeProblems({ errors: 2, warnings: 1 })).toBe('2 errors, 1 warning');
  expect(describeProblems({ errors: 0, warnings: 0 })).toBe('');
});
