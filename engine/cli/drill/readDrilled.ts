import path from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import { checkAnalysis } from '../../check/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { isTestFile } from '../../model/index.ts';
import { type Drilled, simulatedTest, toGivenCassette } from '../../proof/index.ts';
import { analyzeRun, readRun } from '../backtest/readRuns.ts';
import { type CommandIo, scriptPort } from '../CommandIo.ts';
import type { ImportReader } from '../given/ImportReader.ts';
import { readInput } from '../given/readGiven.ts';
import { type FileReport, toReports, toUnreadableReport } from '../print/reports.ts';
import { type FoundFile, readSource } from '../readFiles.ts';
import { readTests } from '../test/readTests.ts';
import type { DrillCommand } from './DRILL.ts';

/** A workflow with the runs that faults are put into; the error says what is wrong with its files. */
export type ReadDrilled = Result<Drilled, readonly FileReport[]>;

/** Reads a workflow, and what its runs are given: its tests, what is made up, or a recorded run. */
export async function readDrilled(
  io: CommandIo,
  reader: ImportReader,
  given: { readonly found: FoundFile; readonly command: DrillCommand },
): Promise<ReadDrilled> {
  const { found, command } = given;
  if (isTestFile(found.path)) {
    const workflow = found.path.replace(/\.test(\.ya?ml)$/i, '$1');
    const message = `This file has tests. Drill its workflow, which uses the tests next to it: signalbox drill ${workflow}.`;
    return err([toUnreadableReport({ path: found.path, message })]);
  }
  const source = await readSource(io, found.path, found.within);
  if (!source.ok) return err([toUnreadableReport(source.error)]);
  const analysis = await reader.analyze(source.value);
  const errors = checkAnalysis(analysis).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return err([{ path: found.path, reports: toReports(source.value.text, errors) }]);
  const drilled = { analysis, repeat: command.repeat, ports: scriptPort(io) };
  const refuse = (message: string): ReadDrilled => err([toUnreadableReport({ path: found.path, message })]);
  const { test: name, simulate, input: written, run } = command;
  if (simulate || written !== null) {
    const input = written === null ? ok(undefined) : await readInput(io, written);
    if (!input.ok) return refuse(input.error);
    const test = simulatedTest(analysis, input.value === undefined ? {} : { input: input.value });
    return ok({ ...drilled, tests: [{ test }], isSimulated: true });
  }
  if (run !== null) {
    const test = await readRecorded(io, analysis, run);
    return test.ok ? ok({ ...drilled, tests: test.value, isSimulated: false }) : refuse(test.error);
  }
  const tests = await readOwnTests(io, reader, found);
  if (!tests.ok) return tests;
  if (tests.value === null && name === null)
    return ok({ ...drilled, tests: [{ test: simulatedTest(analysis, {}) }], isSimulated: true });
  const chosen = (tests.value ?? []).filter(({ test }) => name === null || test.name === name);
  if (chosen.length > 0 || name === null) return ok({ ...drilled, tests: chosen, isSimulated: false });
  const names = (tests.value ?? []).map(({ test }) => `“${test.name}”`).join(', ');
  return refuse(`There is no test “${name}” for this workflow. ${names === '' ? 'It has none.' : `It has ${names}.`}`);
}

/** The tests next to a workflow; null where there is no such file. */
async function readOwnTests(
  io: CommandIo,
  reader: ImportReader,
  { path: name, within }: FoundFile,
): Promise<Result<Drilled['tests'] | null, readonly FileReport[]>> {
  const beside = name.replace(/(\.ya?ml)$/i, '.test$1');
  const source = name === '-' || beside === name ? null : await readSource(io, beside, within);
  if (source === null || (!source.ok && source.error.isMissing === true)) return ok(null);
  const { workflow, subjects, wrong } = await readTests(io, reader, { path: beside, within });
  // A file of this name may be of another workflow.
  if (workflow !== null && path.resolve(io.folder, workflow) !== path.resolve(io.folder, name)) return ok(null);
  if (wrong.length > 0) return err(wrong);
  return ok(subjects);
}

/** A recorded run as it was: what it was given, and how its calls were answered. */
async function readRecorded(
  io: CommandIo,
  analysis: Analysis,
  file: string,
): Promise<Result<Drilled['tests'], string>> {
  const run = await readRun(io, file);
  if (!run.ok) return err(`The run ${file} cannot be read. ${run.error.message}`);
  const given = toGivenCassette(analyzeRun(run.value), run.value.inputs);
  if (!given.ok) return err(`The run ${file} cannot be drilled. ${given.error}`);
  const takes = { input: true, seed: true, signals: true };
  const test = {
    ...simulatedTest(analysis, {}),
    name: path.basename(file),
    cassette: { file, takes, match: 'request' as const, path: [] },
  };
  return ok([{ test, cassette: given.value }]);
}
