import type { Diagnostic } from '#engine';
import { countProblems, type ProblemCount } from '../ui/index.ts';

/** The problems of each task that has some. */
export function countByTask(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, ProblemCount> {
  const byTask = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const { taskId, severity } = diagnostic;
    if (taskId === undefined || severity === 'info') continue;
    const found = byTask.get(taskId);
    if (found === undefined) byTask.set(taskId, [diagnostic]);
    else found.push(diagnostic);
  }
  return new Map([...byTask].map(([taskId, found]) => [taskId, countProblems(found)]));
}
