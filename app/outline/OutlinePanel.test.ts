import { expect, it } from 'vitest';
import type { Diagnostic } from '#engine';
import { countByTask } from './OutlinePanel.tsx';

function found(taskId: string | undefined, severity: Diagnostic['severity']): Diagnostic {
  return { taskId, severity } as Diagnostic;
}

it('counts the errors and warnings of each task, and no notes', () => {
  const counts = countByTask([
    found('a', 'warning'),
    found('a', 'error'),
    found('a', 'warning'),
    found('b', 'info'),
    found(undefined, 'error'),
  ]);
  expect([...counts]).toEqual([['a', { errors: 1, warnings: 2 }]]);
});
