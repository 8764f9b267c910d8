import { expect, it } from 'vitest';
import type { Diagnostic } from '#engine';
import { countProblems, describeProblems } from './countProblems.ts';

function found(taskId: string | undefined, severity: Diagnostic['severity']): Diagnostic {
  return { taskId, severity } as Diagnostic;
}

it('counts the errors and warnings of each task, and no notes', () => {
  const counts = countProblems([
    found('a', 'warning'),
    found('a', 'error'),
    found('a', 'warning'),
    found('b', 'info'),
    found(undefined, 'error'),
  ]);
  expect([...counts]).toEqual([['a', { errors: 1, warnings: 2 }]]);
});

it('says how many there are', () => {
  expect(describeProblems({ errors: 0, warnings: 1 })).toBe('1 warning');
  expect(describeProblems({ errors: 2, warnings: 1 })).toBe('2 errors, 1 warning');
});
