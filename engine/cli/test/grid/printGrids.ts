import { formatDuration } from '../../../model/index.ts';
import { type Grid, poorScores, type VariantSummary, type Verdict } from '../../../proof/index.ts';
import type { CommandIo } from '../../CommandIo.ts';
import { count, onOneLine } from '../../print/terminal.ts';
import { formatFailure, type TestedFile } from '../printTests.ts';

/** How many cells that failed are told one by one. */
const MOST_TOLD = 20;

/** Whether all its cells passed, and each score comes to what it must. */
export function isPassing(grid: Grid): boolean {
  return grid.cells.every(({ passed }) => passed) && poorScores(grid).length === 0;
}

/** Prints a table of the variants of each dataset of a file, and below it the cells that failed. */
export function printGrids(io: CommandIo, file: TestedFile): void {
  if (file.grids.length > 0 && file.tests.length === 0) io.printOut(`${onOneLine(file.path)}\n`);
  for (const grid of file.grids) printGrid(io, file, grid);
}

function printGrid(io: CommandIo, file: TestedFile, grid: Grid): void {
  const word = isPassing(grid)
    ? ({ color: 'green', text: 'passed' } as const)
    : ({ color: 'red', text: 'failed' } as const);
  const asked = grid.summaries.reduce((sum, each) => sum + each.asked, 0);
  const size = ` (${count(grid.cases.length, 'row')} × ${count(grid.variants.length, 'variant')}, ${count(asked, 'call')} asked)\n`;
  io.printOut('  ', word, ` ${onOneLine(grid.name)}`, { color: 'dim', text: size });
  for (const line of formatTable(tableOf(grid))) io.printOut(`    ${line}\n`);
  const failed = grid.cells.filter(({ passed }) => !passed);
  for (const cell of failed.slice(0, MOST_TOLD)) {
    const where = `${grid.cases[cell.case]?.name ?? ''}, ${grid.variants[cell.variant] ?? ''}`;
    io.printOut(`    ${onOneLine(where)}\n`);
    for (const failure of cell.failures) io.printOut(...formatFailure(file, failure, '      '));
  }
  if (failed.length > MOST_TOLD) io.printOut(`    and ${failed.length - MOST_TOLD} more\n`);
  for (const poor of poorScores(grid)) io.printOut(`    SCORE ${onOneLine(describePoor(poor))}\n`);
}

function tableOf({ scores, summaries }: Grid): readonly (readonly string[])[] {
  const names = scores.map(({ name }) => onOneLine(name));
  const head = ['', 'passed', ...names, 'tokens', 'cost', 'time'];
  return [head, ...summaries.map((summary) => rowOf(summary, scores))];
}

function rowOf(summary: VariantSummary, scores: Grid['scores']): readonly string[] {
  const { variant, passed, failed, usage, judging, duration } = summary;
  const cost = usage.cost === null && judging.cost === null ? null : (usage.cost ?? 0) + (judging.cost ?? 0);
  return [
    onOneLine(variant),
    `${passed}/${passed + failed}`,
    ...scores.map(({ name }) => formatNumber(summary.scores[name] ?? null)),
    String(usage.tokens + judging.tokens),
    formatNumber(cost),
    formatDuration(duration),
  ];
}

/** Three digits behind the point at most, and more where these would be nothing. */
export function formatNumber(value: number | null): string {
  if (value === null) return '–';
  return String(Math.abs(value) >= 0.01 || value === 0 ? Number(value.toFixed(3)) : Number(value.toPrecision(2)));
}

function formatTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Each cell of a grid as a test of its own, and one for each score that must come to something, for a CI. */
export function toVerdicts(grid: Grid): readonly Verdict[] {
  const { name, at, cases, variants, cells } = grid;
  const poor = poorScores(grid);
  const own = cells.map(({ case: row, variant, passed, status, duration, steps, failures }) => ({
    name: `${name} › ${cases[row]?.name ?? ''} › ${variants[variant] ?? ''}`,
    passed,
    status,
    duration,
    steps,
    at,
    failures,
  }));
  const scores = grid.scores.flatMap(({ name: score, least }) =>
    least === null
      ? []
      : variants.map((variant): Verdict => {
          const failing = poor.filter((each) => each.score === score && each.variant === variant);
          return {
            name: `${name} › ${variant} › mean of ${score}`,
            passed: failing.length === 0,
            status: 'success',
            duration: 0,
            steps: 0,
            at,
            failures: failing.map(({ mean }) => ({
              code: 'SCORE',
              message: describePoor({ score, variant, mean, least }),
              expected: least,
              actual: mean,
              at,
              task: null,
              event: null,
              after: null,
            })),
          };
        }),
  );
  return [...own, ...scores];
}

/** That the mean of a score is too low. */
function describePoor({ score, variant, mean, least }: ReturnType<typeof poorScores>[number]): string {
  const came = mean === null ? 'no row has it' : `it is ${mean}`;
  return `The mean of “${score}” must be ${least} at least under “${variant}”; ${came}.`;
}
