import type { Verdict } from '../../proof/index.ts';
import { diffFailure } from '../../testFile/index.ts';
import { formatDiff } from '../print/formatDiff.ts';
import { toPlain } from '../print/terminal.ts';
import type { Goal } from './Goal.ts';
import { toVerdicts } from './grid/printGrids.ts';
import { cellKey, type TestedFile, testKey } from './printTests.ts';

/** A suite: how many cases it has, how they ended, and how long they took, in ms. */
interface Suite {
  readonly name: string;
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly time: number;
  readonly cases: readonly string[];
}

/** Results as JUnit XML: a suite for each file, with the real time that its tests took, and one for what was to be reached by them. */
export function formatJunit(files: readonly TestedFile[], goals: readonly Goal[]): string {
  const suites = [...files.map(toSuite), ...(goals.length === 0 ? [] : [toGoalSuite(goals)])];
  const total = (count: 'tests' | 'failures' | 'errors' | 'time'): number =>
    suites.reduce((sum, suite) => sum + suite[count], 0);
  const all = { tests: total('tests'), failures: total('failures'), errors: total('errors'), time: total('time') };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="signalbox" ${formatCounts(all)}>`,
    ...suites.map(formatSuite),
    '</testsuites>',
    '',
  ].join('\n');
}

function formatSuite({ name, cases, ...counts }: Suite): string {
  return [`  <testsuite name="${escapeXml(name)}" ${formatCounts(counts)}>`, ...cases, '  </testsuite>'].join('\n');
}

function formatCounts({ tests, failures, errors, time }: Omit<Suite, 'name' | 'cases'>): string {
  return `tests="${tests}" failures="${failures}" errors="${errors}" time="${toSeconds(time)}"`;
}

function toSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** A verdict with how long it took to come to it, in ms. */
interface TimedVerdict {
  readonly verdict: Verdict;
  readonly time: number;
}

function toSuite(file: TestedFile): Suite {
  const { path, wrong } = file;
  const timed = listTimed(file);
  const errors = wrong.flatMap((found) =>
    found.reports.map(({ code, message, range }) => {
      const place = `${found.path}:${range.start.line}:${range.start.column}`;
      return `    <error type="${escapeXml(code)}" message="${escapeXml(`${place} ${message}`)}"/>`;
    }),
  );
  const broken =
    errors.length === 0
      ? []
      : [`   <testcase name="can be read" classname="${escapeXml(path)}" time="0.000">`, ...errors, '   </testcase>'];
  return {
    name: path,
    tests: timed.length + Math.min(errors.length, 1),
    failures: timed.filter(({ verdict }) => !verdict.passed).length,
    errors: Math.min(errors.length, 1),
    time: timed.reduce((sum, { time }) => sum + time, 0),
    cases: [...broken, ...timed.map((each) => formatCase(path, each))],
  };
}

function listTimed({ tests, grids, took }: TestedFile): readonly TimedVerdict[] {
  const own = tests.map((verdict, index) => ({ verdict, time: took?.get(testKey(index)) ?? 0 }));
  const cells = grids.flatMap((grid, dataset) =>
    toVerdicts(grid).map((verdict, index) => {
      const cell = grid.cells[index];
      return { verdict, time: (cell && took?.get(cellKey(dataset, cell))) ?? 0 };
    }),
  );
  return [...own, ...cells];
}

function formatCase(path: string, { verdict: { name, failures, at }, time }: TimedVerdict): string {
  const place = `classname="${escapeXml(path)}" file="${escapeXml(path)}" line="${at.line}"`;
  const head = `   <testcase name="${escapeXml(name)}" ${place} time="${toSeconds(time)}"`;
  if (failures.length === 0) return `${head}/>`;
  const told = failures.map((failure) => {
    const {
      code,
      message,
      at: { line, column },
    } = failure;
    const text = escapeXml(
      `${path}:${line}:${column} ${message}\n${toPlain(formatDiff(diffFailure(failure)))}`.trimEnd(),
    );
    return `    <failure type="${code}" message="${escapeXml(message)}">${text}</failure>`;
  });
  return [`${head}>`, ...told, '   </testcase>'].join('\n');
}

function toGoalSuite(goals: readonly Goal[]): Suite {
  const cases = goals.map(({ path, name, code, isReached, message }) => {
    const head = `   <testcase name="${escapeXml(`${path}: ${name}`)}" classname="${escapeXml(path)}" file="${escapeXml(path)}" time="0.000"`;
    if (isReached) return `${head}/>`;
    return [
      `${head}>`,
      `    <failure type="${code}" message="${escapeXml(`${path}: ${message}`)}"/>`,
      '   </testcase>',
    ].join('\n');
  });
  const failures = goals.filter(({ isReached }) => !isReached).length;
  return { name: 'coverage', tests: goals.length, failures, errors: 0, time: 0, cases };
}

/** Text in XML. What XML 1.0 cannot hold, such as most controls, is omitted. */
function escapeXml(text: string): string {
  return text
    .replace(/\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, (char) => (/[\t\n\r]/.test(char) ? char : ''))
    .replace(/[&<>"\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}
