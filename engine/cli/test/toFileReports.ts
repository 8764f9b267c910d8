import type { FileReport, Report } from '../print/reports.ts';
import type { Goal } from './Goal.ts';
import { toVerdicts } from './grid/toVerdicts.ts';
import type { TestedFile } from './TestedFile.ts';

/** All that is wrong with tests as findings of their files: errors, failures with the name of their test, and goals that were not reached. */
export function toFileReports(tested: readonly TestedFile[], goals: readonly Goal[]): readonly FileReport[] {
  const files = tested.flatMap(({ path, tests, grids, wrong }) => {
    const reports = [...tests, ...grids.flatMap(toVerdicts)].flatMap(({ name, failures }) =>
      failures.map(({ code, message, at }) => toReport(code, `${name}: ${message}`, at)),
    );
    return [...wrong, { path, reports }];
  });
  const missed = goals.filter(({ isReached }) => !isReached);
  const missing = missed.map(({ path, code, message }) => ({
    path,
    reports: [toReport(code, `${path}: ${message}`, { line: 1, column: 1 })],
  }));
  return [...files, ...missing];
}

function toReport(code: string, message: string, at: Report['range']['start']): Report {
  return { code, severity: 'error', message, path: [], range: { start: at, end: at } };
}
