import { expect, test } from 'vitest';
import type { Diagnostic } from '#engine';
import { countProblems, describeProblems } from './diagnostics.ts';

function found(...severities: readonly Diagnostic['severity'][]): readonly Diagnostic[] {
  return severities.map((severity) => ({ code: 'X', severity, range: { start: 0, end: 0 }, path: [], message: 'x' }));
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
