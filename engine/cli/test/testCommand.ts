import { describeWriteProblem, isWriteProblem } from '../../hosts/node/index.ts';
import { gridsToChatLines, gridsToCsv } from '../../proof/index.ts';
import { CommandError, tellError } from '../arguments/CommandError.ts';
import { toPatternCommand } from '../arguments/toCommand.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { ImportReader } from '../given/ImportReader.ts';
import { printJson } from '../print/printResult.ts';
import { type FileReport, fileToJson, printFindings, type Report } from '../print/reports.ts';
import type { FoundFile } from '../readFiles.ts';
import { ChosenTests } from './chooseTests.ts';
import type { WorkflowCoverage } from './coverWorkflows.ts';
import { findTests } from './findTests.ts';
import { areReached, type Goal } from './Goal.ts';
import type { EarlierGrid } from './grid/compareResults.ts';
import { isPassing, printGrids, toVerdicts } from './grid/printGrids.ts';
import type { LiveFiles } from './live/LiveSession.ts';
import { playFile } from './playFile.ts';
import { printSummary, printTests, type TestedFile, toBroken } from './printTests.ts';
import { type ReadTests, readTests } from './readTests.ts';
import { TEST, type TestCommand } from './TEST.ts';
import { writeResult } from './writeResult.ts';

/**
 * `signalbox test`: plays the tests of files. Exit 0 where all passed, 1 where one failed, too little is covered, noticed or scored, 2 where a file cannot
 * be read or has errors, 4 where the results, or answers, cannot be written.
 */
export const testCommand = toPatternCommand(TEST, runTestCommand);

/** The same with arguments that were read. What few tests and options need is loaded with the first that does. */
export async function runTestCommand(io: CommandIo, command: TestCommand): Promise<ExitCode> {
  const { fromRun, output, compare, update, record } = command;
  if (fromRun !== null) return (await import('./saveFromRun.ts')).saveFromRun(io, fromRun, output);
  if (command.watch) return (await import('./watchTests.ts')).watchTests(io, command);
  const live = await openLive(io, command.live);
  const earlier = compare === null ? null : await (await import('./grid/compareResults.ts')).readGrids(io, compare);
  try {
    return await playFiles(io, command, { live, earlier });
  } catch (error) {
    if (!isWriteProblem(error)) throw error;
    const what = update || record ? 'Answers or tests' : 'Answers';
    throw new CommandError('UNWRITABLE_FILE', `${what} could not be kept. ${describeWriteProblem(error)}`);
  }
}

async function openLive(io: CommandIo, options: TestCommand['live']): Promise<LiveFiles> {
  if (options !== null) return (await import('./live/LiveSession.ts')).LiveSession.open(io, options);
  const open: LiveFiles['open'] = async (...file) =>
    (await import('./live/LiveSession.ts')).LiveSession.ofKept(io).open(...file);
  return { open };
}

interface Opened {
  readonly live: LiveFiles;
  /** The result that datasets are compared with; null: none. */
  readonly earlier: readonly EarlierGrid[] | null;
}

async function playFiles(io: CommandIo, command: TestCommand, { live, earlier }: Opened): Promise<ExitCode> {
  const { files, wrong } = await findTests(io, command.files);
  const reader = new ImportReader(io, command.files);
  const tested = wrong.map(toBroken);
  const choice = new ChosenTests(command);
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
    throw new CommandError('UNKNOWN_NAME', choice.problem);
  await mutation?.run(io, reader);
  const compared = earlier && (await import('./grid/compareResults.ts')).compareWith(earlier, tested);
  const goals = [...(coverage?.goals() ?? []), ...(mutation?.goals() ?? [])];
  const unwritten = await writeFiles(io, command, { tested, coverage, goals });
  if (command.format === 'json') {
    const more = {
      ...(coverage === null ? {} : { coverage: coverage.toJson() }),
      ...(mutation === null ? {} : { mutation: mutation.toJson() }),
      ...(compared === null ? {} : { compared }),
    };
    printJson(io, { ...toJson(tested), ...more, ...unwritten?.toJson() });
  } else {
    if (isText) coverage?.print(io);
    if (isText) mutation?.print(io);
    if (isText && compared !== null) (await import('./grid/compareResults.ts')).printComparison(io, compared);
    if (command.format !== 'text') printFindings(io, command.format, toFileReports(tested, goals));
    printSummary(io, tested);
  }
  if (unwritten !== null) return tellError(io, unwritten);
  if (tested.some(({ wrong: found }) => found.length > 0)) return 2;
  return areReached(io, goals) && tested.every(hasPassed) ? 0 : 1;
}

interface Rewriting {
  readonly io: CommandIo;
  readonly reader: ImportReader;
  readonly live: LiveFiles;
  readonly command: TestCommand;
}

/** The tests of a file once what is asked for was recorded and updated in it. */
async function rewrite(chosen: ReadTests, found: FoundFile, { command, ...parts }: Rewriting): Promise<ReadTests> {
  const recorded = command.record ? await (await import('./recordTests.ts')).recordFile(chosen, found, parts) : chosen;
  return command.update ? (await import('./updateTests.ts')).updateFile(recorded, found, parts) : recorded;
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

/** Writes what is asked for besides what is printed; answers with why one could not be written. */
async function writeFiles(
  io: CommandIo,
  { junit, csv, jsonl }: TestCommand,
  { tested, coverage, goals }: Results,
): Promise<CommandError | null> {
  const grids = tested.flatMap(({ path: name, grids: own }) => own.map((grid) => ({ path: name, grid })));
  try {
    if (junit !== null) await writeResult(io, junit, (await import('./formatJunit.ts')).formatJunit(tested, goals));
    await coverage?.write(io);
    if (csv !== null) await writeResult(io, csv, `${await gridsToCsv(grids)}\n`);
    if (jsonl !== null) await writeResult(io, jsonl, gridsToChatLines(grids));
    return null;
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
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
    findings: wrong.map(fileToJson),
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
