import { ok, type Result } from '../../base/index.ts';
import { describeWriteProblem, isWriteProblem } from '../../hosts/node/index.ts';
import { gridsToChatLines, gridsToCsv } from '../../proof/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { ImportReader } from '../given/ImportReader.ts';
import { type FileReport, printFindings, type Report, reportToJson } from '../print/reports.ts';
import { escapeControls } from '../print/terminal.ts';
import type { FoundFile } from '../readFiles.ts';
import { refuse } from '../refuse.ts';
import { toPatternCommand } from '../toCommand.ts';
import { ChosenTests } from './chooseTests.ts';
import type { WorkflowCoverage } from './coverWorkflows.ts';
import { findTests } from './findTests.ts';
import { areReached, type Goal } from './Goal.ts';
import type { EarlierGrid } from './grid/compareResults.ts';
import { isPassing, printGrids, toVerdicts } from './grid/printGrids.ts';
import type { LiveFiles } from './live/LiveSession.ts';
import { type GridOptions, parseTest, type TestCommand } from './parseTest.ts';
import { playFile } from './playFile.ts';
import { printSummary, printTests, type TestedFile } from './printTests.ts';
import { type ReadTests, readTests } from './readTests.ts';
import { writeResult } from './writeResult.ts';

/**
 * `signalbox test`: plays the tests of files. Exit 0 where all passed, 1 where one failed, too little is covered, noticed or scored, 2 where a file cannot
 * be read or has errors, 4 where the results, or answers, cannot be written.
 */
export const testCommand = toPatternCommand(parseTest, runTestCommand);

/** The same with arguments that were read. What few tests and options need is loaded with the first that does. */
export async function runTestCommand(io: CommandIo, command: TestCommand): Promise<ExitCode> {
  if (command.fromRun !== null) return (await import('./saveFromRun.ts')).saveFromRun(io, command.fromRun);
  if (command.isWatching) return (await import('./watchTests.ts')).watchTests(io, command);
  const live = await openLive(io, command.live);
  if (!live.ok) return refuse(io, live.error);
  const { compare } = command.grids;
  const earlier = compare === null ? null : await (await import('./grid/compareResults.ts')).readGrids(io, compare);
  if (earlier?.ok === false) return refuse(io, earlier.error);
  try {
    return await playFiles(io, command, { live: live.value, earlier: earlier?.value ?? null });
  } catch (error) {
    if (!isWriteProblem(error)) throw error;
    return refuse(
      io,
      `${command.isUpdating || command.isRecording ? 'Answers or tests' : 'Answers'} could not be kept. ${describeWriteProblem(error)}`,
      4,
    );
  }
}

async function openLive(io: CommandIo, options: TestCommand['live']): Promise<Result<LiveFiles, string>> {
  if (options !== null) return (await import('./live/LiveSession.ts')).LiveSession.open(io, options);
  const open: LiveFiles['open'] = async (...file) =>
    (await import('./live/LiveSession.ts')).LiveSession.ofKept(io).open(...file);
  return ok({ open });
}

interface Opened {
  readonly live: LiveFiles;
  /** The result that datasets are compared with; null: none. */
  readonly earlier: readonly EarlierGrid[] | null;
}

async function playFiles(io: CommandIo, command: TestCommand, { live, earlier }: Opened): Promise<ExitCode> {
  const { files, wrong } = await findTests(io, command.files);
  const reader = new ImportReader(io, command.files);
  const tested: TestedFile[] = wrong.map((report) => ({
    path: report.path,
    workflow: null,
    tests: [],
    grids: [],
    wrong: [report],
  }));
  const choice = new ChosenTests(command.choice);
  const coverage = command.coverage && new (await import('./coverWorkflows.ts')).WorkflowCoverage(command.coverage);
  const mutation = command.mutation && new (await import('./mutateWorkflows.ts')).WorkflowMutation(command.mutation);
  const isText = command.format === 'text';
  if (isText) for (const file of tested) printTests(io, file);
  for (const found of files) {
    const known = await readTests(io, reader, found);
    const chosen = { ...known, ...choice.take(known) };
    const read = await rewrite(chosen, found, { io, reader, live, command });
    const file = await playFile(io, read, { live, coverage, width: command.live?.width ?? 1 });
    if (io.signal.aborted) return stop(io, command);
    const havePassed = file.tests.every(({ passed }) => passed);
    if (read.workflow !== null) mutation?.add(read.workflow, read.subjects, havePassed);
    tested.push(file);
    if (isText) printTests(io, file);
    if (isText) printGrids(io, file);
  }
  if (choice.problem !== null && tested.every(({ wrong: found }) => found.length === 0))
    return refuse(io, choice.problem);
  await mutation?.run(io, reader);
  const compared = earlier && (await import('./grid/compareResults.ts')).compareWith(earlier, tested);
  const goals = [...(coverage?.goals() ?? []), ...(mutation?.goals() ?? [])];
  if (command.format === 'json') {
    const more = {
      ...(coverage === null ? {} : { coverage: coverage.toJson() }),
      ...(mutation === null ? {} : { mutation: mutation.toJson() }),
      ...(compared === null ? {} : { compared }),
    };
    io.printOut(`${escapeControls(JSON.stringify({ ...toJson(tested), ...more }, null, 2))}\n`);
  } else if (command.format === 'text') {
    coverage?.print(io);
    mutation?.print(io);
    if (compared !== null) (await import('./grid/compareResults.ts')).printComparison(io, compared);
    printSummary(io, tested);
  } else {
    printFindings(io, command.format, toFileReports(tested, goals));
    printSummary(io, tested);
  }
  return finish(io, command, { tested, coverage, goals });
}

interface Rewriting {
  readonly io: CommandIo;
  readonly reader: ImportReader;
  readonly live: LiveFiles;
  readonly command: TestCommand;
}

/** The tests of a file once what is asked for was recorded and updated in it. */
async function rewrite(chosen: ReadTests, found: FoundFile, { command, ...parts }: Rewriting): Promise<ReadTests> {
  const recorded = command.isRecording
    ? await (await import('./recordTests.ts')).recordFile(chosen, found, parts)
    : chosen;
  return command.isUpdating ? (await import('./updateTests.ts')).updateFile(recorded, found, parts) : recorded;
}

/** What was answered is kept, so that the same command continues. */
function stop(io: CommandIo, { live }: TestCommand): ExitCode {
  if (live !== null) io.printError('Stopped. What was answered is kept: the same command continues from there.\n');
  return 1;
}

interface Results {
  readonly tested: readonly TestedFile[];
  readonly coverage: WorkflowCoverage | null;
  readonly goals: readonly Goal[];
}

async function finish(
  io: CommandIo,
  { junit, grids }: TestCommand,
  { tested, coverage, goals }: Results,
): Promise<ExitCode> {
  if (junit !== null) {
    const { formatJunit } = await import('./formatJunit.ts');
    if (!(await writeResult(io, junit, formatJunit(tested, goals)))) return 4;
  }
  if ((await coverage?.write(io)) === false) return 4;
  if (!(await writeGrids(io, grids, tested))) return 4;
  if (tested.some(({ wrong: found }) => found.length > 0)) return 2;
  return areReached(io, goals) && tested.every(hasPassed) ? 0 : 1;
}

function hasPassed({ tests, grids }: TestedFile): boolean {
  return tests.every(({ passed }) => passed) && grids.every(isPassing);
}

function toJson(tested: readonly TestedFile[]): object {
  const files = tested.map(({ path: name, workflow, tests, grids, wrong }) => ({
    path: name,
    workflow,
    tests,
    ...(grids.length === 0 ? {} : { grids }),
    findings: wrong.map(({ path: file, reports }) => ({ path: file, diagnostics: reports.map(reportToJson) })),
  }));
  const tests = tested.flatMap((file) => file.tests);
  const passed = tests.filter((test) => test.passed).length;
  return { files, passed, failed: tests.length - passed };
}

/** All that is wrong with tests as findings of their files: errors, failures with the name of their test, and goals that were not reached. */
function toFileReports(tested: readonly TestedFile[], goals: readonly Goal[]): readonly FileReport[] {
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

/** Writes the results of datasets as a table, and as lines of JSON; false, after saying why, where one cannot be written. */
async function writeGrids(io: CommandIo, { csv, jsonl }: GridOptions, tested: readonly TestedFile[]): Promise<boolean> {
  const grids = tested.flatMap(({ path: name, grids: own }) => own.map((grid) => ({ path: name, grid })));
  if (csv !== null && !(await writeResult(io, csv, `${await gridsToCsv(grids)}\n`))) return false;
  return jsonl === null || writeResult(io, jsonl, gridsToChatLines(grids));
}
