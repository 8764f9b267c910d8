import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeWriteProblem } from '../../hosts/node/index.ts';
import { isTestFile } from '../../model/index.ts';
import { runTest, type Verdict } from '../../proof/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { ImportReader } from '../given/ImportReader.ts';
import { type FileReport, reportToJson, toUnreadableReport } from '../print/reports.ts';
import { escapeControls } from '../print/terminal.ts';
import { type FoundFile, findSources } from '../readFiles.ts';
import { coverageToJson, isEnough, printCoverage, WorkflowCoverage, writeCoverage } from './coverWorkflows.ts';
import { formatJunit } from './formatJunit.ts';
import { isNoticed, mutationToJson, printMutation, WorkflowMutation } from './mutateWorkflows.ts';
import type { TestCommand } from './parseTest.ts';
import { printSummary, printTests } from './printTests.ts';
import { readTests } from './readTests.ts';

/** The tests of one file, with what they came to. */
export interface TestedFile {
  readonly path: string;
  /** The workflow that is tested; null where it is not known. */
  readonly workflow: string | null;
  readonly tests: readonly Verdict[];
  /** What is wrong in it, and in the workflow: then its tests did not run. */
  readonly wrong: readonly FileReport[];
}

/**
 * `signalbox test`: plays the tests of files. Exit 0 where all passed, 1 where one failed, too little is covered or noticed, 2 where a file cannot be read or
 * has errors, 4 where the results cannot be written.
 */
export async function runTestCommand(io: CommandIo, command: TestCommand): Promise<ExitCode> {
  const { files, wrong } = await findTests(io, command.files);
  const reader = new ImportReader(io, command.files);
  const tested: TestedFile[] = wrong.map((report) => ({
    path: report.path,
    workflow: null,
    tests: [],
    wrong: [report],
  }));
  const coverage = new WorkflowCoverage();
  const mutation = new WorkflowMutation();
  if (!command.isJson) for (const file of tested) printTests(io, file);
  for (const found of files) {
    const { subjects, ...read } = await readTests(io, reader, found);
    const tests: Verdict[] = [];
    const ports = io.runScript === undefined ? {} : { runScript: io.runScript };
    for (const subject of subjects) {
      if (io.signal.aborted) return 1;
      const result = await runTest(subject, ports);
      tests.push(result.verdict);
      if (read.workflow !== null) coverage.add(read.workflow, subject.analysis, result);
    }
    const file = { ...read, tests };
    if (read.workflow !== null)
      mutation.add(
        read.workflow,
        subjects,
        tests.every(({ passed }) => passed),
      );
    tested.push(file);
    if (!command.isJson) printTests(io, file);
  }
  const covered = coverage.list();
  const mutated = command.mutation === null ? [] : await mutation.run(io, reader);
  if (command.isJson) {
    const more = {
      ...(command.coverage === null ? {} : { coverage: coverageToJson(covered) }),
      ...(command.mutation === null ? {} : { mutation: mutationToJson(mutated) }),
    };
    io.printOut(`${escapeControls(JSON.stringify({ ...toJson(tested), ...more }, null, 2))}\n`);
  } else {
    if (command.coverage !== null) printCoverage(io, covered);
    printMutation(io, mutated);
    printSummary(io, tested);
  }
  if (command.junit !== null) {
    try {
      await writeFile(path.resolve(io.folder, command.junit), formatJunit(tested));
    } catch (error) {
      io.printError(`${command.junit}: ${describeWriteProblem(error)}\n`);
      return 4;
    }
  }
  const file = command.coverage?.file ?? null;
  if (file !== null && !(await writeCoverage(io, covered, file))) return 4;
  if (tested.some(({ wrong: found }) => found.length > 0)) return 2;
  const isCovered = command.coverage === null || isEnough(io, covered, command.coverage);
  const isWorth = isNoticed(io, mutated, command.mutation?.least ?? null);
  return !isCovered || !isWorth || tested.some(({ tests }) => tests.some(({ passed }) => !passed)) ? 1 : 0;
}

async function findTests(
  io: CommandIo,
  names: readonly string[],
): Promise<{ readonly files: readonly FoundFile[]; readonly wrong: readonly FileReport[] }> {
  const { files, unreadable } = await findSources(io, names);
  const wrong = unreadable.map(toUnreadableReport);
  const tests = files.filter(({ path: name }) => isTestFile(name));
  for (const { path: name, within } of files)
    if (within === null && !isTestFile(name))
      wrong.push(
        toUnreadableReport({ path: name, message: 'This is no test file: its name does not end with .test.yaml.' }),
      );
  if (tests.length === 0 && wrong.length === 0)
    wrong.push(toUnreadableReport({ path: names.join(' '), message: 'There is no test file here: NAME.test.yaml.' }));
  return { files: tests, wrong };
}

function toJson(tested: readonly TestedFile[]): object {
  const files = tested.map(({ path: name, workflow, tests, wrong }) => ({
    path: name,
    workflow,
    tests,
    findings: wrong.map(({ path: file, reports }) => ({ path: file, diagnostics: reports.map(reportToJson) })),
  }));
  const tests = tested.flatMap((file) => file.tests);
  const passed = tests.filter((test) => test.passed).length;
  return { files, passed, failed: tests.length - passed };
}
