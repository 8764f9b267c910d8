import type { Diagnostic } from '#engine';

/** What is wrong with one task. */
export interface ProblemCount {
  readonly errors: number;
  readonly warnings: number;
}

/** How many errors and warnings each task has; notes are not counted. */
export function countProblems(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, ProblemCount> {
  const counts = new Map<string, ProblemCount>();
  for (const { taskId, severity } of diagnostics) {
    if (taskId === undefined || severity === 'info') continue;
    const { errors, warnings } = counts.get(taskId) ?? { errors: 0, warnings: 0 };
    counts.set(taskId, severity === 'error' ? { errors: errors + 1, warnings } : { errors, warnings: warnings + 1 });
  }
  return counts;
}

/** The same in words. */
export function describeProblems({ errors, warnings }: ProblemCount): string {
  const parts = [
    errors === 0 ? '' : errors === 1 ? '1 error' : `${errors} errors`,
    warnings === 0 ? '' : warnings === 1 ? '1 warning' : `${warnings} warnings`,
  ];
  return parts.filter(Boolean).join(', ');
}
