import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeWriteProblem, isWriteProblem } from '../../hosts/node/index.ts';
import { gridsToChatLines, gridsToCsv } from '../../proof/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { ImportReader } from '../given/ImportReader.ts';
import { printFindings } from '../print/printFindings.ts';
import { type FileReport, type Report, reportToJson } from '../print/reports.ts';
import { escapeControls } from '../print/terminal.ts';
import { refuse } from '../refuse.ts';
import { ChosenTests } from './chooseTests.ts';
import {
  type CoveredWorkflow,
  coverageGoals,
  coverageToJson,
  printCoverage,
  WorkflowCoverage,
  writeCoverage,
} from './coverWorkflows.ts';
import { findTests } from './findTests.ts';
import { formatJunit } from './formatJunit.ts';
import { areReached, type Goal } from './Goal.ts';
import { compareWith, type EarlierGrid, printComparison, readGrids } from './grid/compareResults.ts';
import { isPassing, printGrids, toVerdicts } from './grid/printGrids.ts';
import { LiveSession } from './live/LiveSession.ts';
import { mutationGoals, mutationToJson, printMutation, WorkflowMutation } from './mutateWorkflows.ts';
import type { GridOptions, TestCommand } from './parseTest.ts';
import { playFile } from './playFile.ts';
import { printSummary, printTests } from './printTests.ts';
import { readTests } from './readTests.ts';
import { recordFile } from './recordTests.ts';
import { saveFromRun } from './saveFromRun.ts';
import type { TestedFile } from './TestedFile.ts';
import { updateFile } from './updateTests.ts';
import { watchTests } from './watchTests.ts';

/**
 * `signalbox test`: plays the tests of files. Exit 0 where all passed, 1 where one failed, too little is covered, noticed or scored, 2 where a file cannot
 * be read or has errors, 4 where the results, or answers, cannot be written.
 */
export async function runTestCommand(io: CommandIo, command: TestCommand): Promise<ExitCode> {
  if (command.fromRun !== null) return saveFromRun(io, command.fromRun);
  if (command.isWatching) return watchTests(io, command);
  const live = await LiveSession.open(io, command.live);
  if (!live.ok) return refuse(io, live.error);
  const earlier = command.grids.compare === null ? null : await readGrids(io, command.grids.compare);
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

interface Opened {
  readonly live: LiveSession;
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
  const coverage = new WorkflowCoverage();
  const mutation = new WorkflowMutation();
  const isText = command.format === 'text';
  if (isText) for (const file of tested) printTests(io, file);
  for (const found of files) {
    const known = await readTests(io, reader, found);
    const chosen = { ...known, ...choice.take(known) };
    const recorded = command.isRecording ? await recordFile(chosen, found, { io, reader, live }) : chosen;
    const read = command.isUpdating ? await updateFile(recorded, found, { io, reader, live }) : recorded;
    const file = await playFile(io, read, { live, coverage, width: command.live?.width ?? 1 });
    if (io.signal.aborted) return stop(io, command);
    const havePassed = file.tests.every(({ passed }) => passed);
    if (read.workflow !== null) mutation.add(read.workflow, read.subjects, havePassed);
    tested.push(file);
    if (isText) printTests(io, file);
    if (isText) printGrids(io, file);
  }
  if (choice.problem !== null && tested.every(({ wrong: found }) => found.length === 0))
    return refuse(io, choice.problem);
  const covered = coverage.list();
  const mutated = command.mutation === null ? [] : await mutation.run(io, reader);
  const compared = earlier === null ? null : compareWith(earlier, tested);
  const goals = [
    ...(command.coverage === null ? [] : coverageGoals(covered, command.coverage)),
    ...mutationGoals(mutated, command.mutation?.least ?? null),
  ];
  if (command.format === 'json') {
    const more = {
      ...(command.coverage === null ? {} : { coverage: coverageToJson(covered, command.coverage) }),
      ...(command.mutation === null ? {} : { mutation: mutationToJson(mutated) }),
      ...(compared === null ? {} : { compared }),
    };
    io.printOut(`${escapeControls(JSON.stringify({ ...toJson(tested), ...more }, null, 2))}\n`);
  } else if (command.format === 'text') {
    if (command.coverage !== null) printCoverage(io, covered);
    printMutation(io, mutated);
    if (compared !== null) printComparison(io, compared);
    printSummary(io, tested);
  } else {
    printFindings(io, command.format, toFileReports(tested, goals));
    printSummary(io, tested);
  }
  return finish(io, command, { tested, covered, goals });
}

/** What was answered is kept, so that the same command continues. */
function stop(io: CommandIo, { live }: TestCommand): ExitCode {
  if (live !== null) io.printError('Stopped. What was answered is kept: the same command continues from there.\n');
  return 1;
}

interface Results {
  readonly tested: readonly TestedFile[];
  readonly covered: readonly CoveredWorkflow[];
  readonly goals: readonly Goal[];
}

async function finish(io: CommandIo, command: TestCommand, { tested, covered, goals }: Results): Promise<ExitCode> {
  if (command.junit !== null) {
    try {
      await writeFile(path.resolve(io.folder, command.junit), formatJunit(tested, goals));
    } catch (error) {
      return refuse(io, `${command.junit}: ${describeWriteProblem(error)}`, 4);
    }
  }
  const options = command.coverage;
  if (options !== null && options.file !== null) {
    if (!(await writeCoverage(io, covered, { file: options.file, options }))) return 4;
  }
  if (!(await writeGrids(io, command.grids, tested))) return 4;
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
  for (const [file, format] of [
    [csv, async () => `${await gridsToCsv(grids)}\n`],
    [jsonl, async () => gridsToChatLines(grids)],
  ] as const) {
    if (file === null) continue;
    try {
      await writeFile(path.resolve(io.folder, file), await format());
    } catch (error) {
      io.printError(`${file}: ${describeWriteProblem(error)}\n`);
      return false;
    }
  }
  return true;
}
