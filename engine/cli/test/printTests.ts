import { formatDuration } from '../../model/index.ts';
import type { Failure, Grid, Verdict } from '../../proof/index.ts';
import { diffFailure } from '../../testFile/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { formatDiff } from '../print/formatDiff.ts';
import { type FileReport, formatReports } from '../print/reports.ts';
import { count, onOneLine, type Printed } from '../print/terminal.ts';

/** Prints a line for each test of a file; below one that failed, why, with the places in both files. */
export function printTests(io: CommandIo, file: TestedFile): void {
  io.printOut(...formatReports(file.wrong));
  if (file.tests.length === 0) return;
  io.printOut(`${onOneLine(file.path)}\n`);
  for (const test of file.tests) {
    const { name, passed, steps, duration } = test;
    const word = passed ? ({ color: 'green', text: 'passed' } as const) : ({ color: 'red', text: 'failed' } as const);
    const cost = ` (${count(steps, 'step')}, ${formatDuration(duration)})\n`;
    io.printOut('  ', word, ` ${onOneLine(name)}`, { color: 'dim', text: cost });
    for (const failure of test.failures) io.printOut(...formatFailure(file, failure, '    '));
  }
}

/** Prints how many tests passed, on standard error. */
export function printSummary(io: CommandIo, files: readonly TestedFile[]): void {
  const tests: readonly Verdict[] = files.flatMap((file) => file.tests);
  const failed = tests.filter(({ passed }) => !passed).length;
  const broken = files.filter(({ wrong }) => wrong.length > 0).length;
  const unread = broken === 0 ? '' : `, ${count(broken, 'file')} with errors`;
  const cells = files.flatMap(({ grids }) => grids.flatMap((grid) => grid.cells));
  const bad = cells.filter(({ passed }) => !passed).length;
  const played = cells.length === 0 ? '' : `; ${count(cells.length, 'cell')} of datasets, ${bad} failed`;
  io.printError(`${count(tests.length, 'test')}, ${failed} failed${unread}${played}\n`);
}

/**
 * A failure with its place in the test file; below it what was expected and what was received, the task with its place in the workflow, and when it was. Each line
 * begins with `indent`.
 */
export function formatFailure({ path, workflow }: TestedFile, failure: Failure, indent: string): readonly Printed[] {
  const { code, message, at, task, after } = failure;
  const head = `${indent}${onOneLine(path)}:${at.line}:${at.column} ${code} ${onOneLine(message)}\n`;
  const when = after === null ? null : `${formatDuration(after)} after the start`;
  const place =
    task !== null && task.at !== null && workflow !== null
      ? `${onOneLine(workflow)}:${task.at.line}:${task.at.column} is ${onOneLine(task.id)}`
      : null;
  const foot = [place, when].filter((part) => part !== null).join(', ');
  return [head, ...formatDiff(diffFailure(failure), `${indent}  `), ...(foot === '' ? [] : [`${indent}${foot}\n`])];
}

/** The tests of one file, with their results. */
export interface TestedFile {
  readonly path: string;
  /** The workflow that is tested; null where it is not known. */
  readonly workflow: string | null;
  readonly tests: readonly Verdict[];
  /** The results of its datasets. */
  readonly grids: readonly Grid[];
  /** How long what was played took, in ms of real time, by `testKey` and `cellKey`; absent where nothing was. */
  readonly took?: ReadonlyMap<string, number>;
  /** What is wrong in it, and in the workflow: then its tests did not run. */
  readonly wrong: readonly FileReport[];
}

/** A test file that cannot be played. */
export function toBroken(report: FileReport): TestedFile {
  return { path: report.path, workflow: null, tests: [], grids: [], wrong: [report] };
}

/** The key of a test, by its place among those of its file. */
export function testKey(index: number): string {
  return String(index);
}

/** The key of a cell of a dataset, by the place of the dataset in its file. */
export function cellKey(
  dataset: number,
  { case: row, variant }: Pick<Grid['cells'][number], 'case' | 'variant'>,
): string {
  return `${dataset}/${row}/${variant}`;
}
