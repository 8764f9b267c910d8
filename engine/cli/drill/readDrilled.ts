import path from 'node:path';
import { err, type Json, messageOf, ok, type Result, readExactly, tellLost } from '../../base/index.ts';
import { blocksRun, checkAnalysis } from '../../check/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { type Drilled, simulatedTest, type TestPorts, toGivenCassette } from '../../proof/index.ts';
import { readRun } from '../backtest/readRuns.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { ImportReader } from '../given/ImportReader.ts';
import { type FileReport, toReports, toUnreadableReport } from '../print/reports.ts';
import { type FoundFile, readSource } from '../readFiles.ts';
import { readTests } from '../test/readTests.ts';
import type { DrillCommand, DrillSource } from './parseDrill.ts';

/** A workflow with the runs that faults are put into; the error says what is wrong with its files. */
export type ReadDrilled = Result<Drilled, readonly FileReport[]>;

/** Reads a workflow, and what its runs are given: its tests, what is made up, or a recorded run. */
export async function readDrilled(
  io: CommandIo,
  reader: ImportReader,
  given: { readonly found: FoundFile; readonly command: DrillCommand },
): Promise<ReadDrilled> {
  const { found, command } = given;
  const source = await readSource(io, found.path, found.within);
  if (!source.ok) return err([toUnreadableReport(source.error)]);
  const analysis = await reader.analyze(source.value);
  const problems = checkAnalysis(analysis);
  if (blocksRun(problems)) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    return err([{ path: found.path, reports: toReports(source.value.text, errors) }]);
  }
  const ports: TestPorts = io.runScript === undefined ? {} : { runScript: io.runScript };
  const drilled = { analysis, repeat: command.repeat, ports };
  const refuse = (message: string): ReadDrilled => err([toUnreadableReport({ path: found.path, message })]);
  switch (command.source.kind) {
    case 'simulation':
      return readSimulation(io, command.source, drilled, refuse);
    case 'run': {
      const test = await readRecorded(io, analysis, command.source.file);
      return test.ok ? ok({ ...drilled, tests: test.value, isSimulated: false }) : refuse(test.error);
    }
    default: {
      const { name } = command.source;
      const tests = await readOwnTests(io, reader, found);
      if (!tests.ok) return tests;
      if (tests.value === null && name === null)
        return ok({ ...drilled, tests: [{ test: simulatedTest(analysis, {}) }], isSimulated: true });
      const chosen = (tests.value ?? []).filter(({ test }) => name === null || test.name === name);
      if (chosen.length > 0 || name === null) return ok({ ...drilled, tests: chosen, isSimulated: false });
      const names = (tests.value ?? []).map(({ test }) => `“${test.name}”`).join(', ');
      return refuse(
        `There is no test “${name}” for this workflow. ${names === '' ? 'It has none.' : `It has ${names}.`}`,
      );
    }
  }
}

async function readSimulation(
  io: CommandIo,
  { input: written }: Extract<DrillSource, { readonly kind: 'simulation' }>,
  drilled: Omit<Drilled, 'tests' | 'isSimulated'>,
  refuse: (message: string) => ReadDrilled,
): Promise<ReadDrilled> {
  const input = written === null ? ok(undefined) : await readInput(io, written);
  if (!input.ok) return refuse(input.error);
  const test = simulatedTest(drilled.analysis, input.value === undefined ? {} : { input: input.value });
  return ok({ ...drilled, tests: [{ test }], isSimulated: true });
}

async function readInput(io: CommandIo, written: string): Promise<Result<Json, string>> {
  const source = written.startsWith('@') ? await readSource(io, written.slice(1)) : null;
  if (source?.ok === false) return err(`The file of --input cannot be read. ${source.error.message}`);
  try {
    const { value, lost } = readExactly(source === null ? written : source.value.text);
    const problem = tellLost(lost, '--input');
    return problem === null ? ok(value) : err(problem);
  } catch (error) {
    return err(`--input is not JSON: ${messageOf(error)}`);
  }
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
  const { path: workflow, source, files, inputs } = run.value;
  const given = toGivenCassette(analyze(workflow, source, undefined, new Map(files)), inputs);
  if (!given.ok) return err(`The run ${file} cannot be drilled. ${given.error}`);
  const takes = { input: true, seed: true, signals: true };
  const test = {
    ...simulatedTest(analysis, {}),
    name: path.basename(file),
    cassette: { file, takes, match: 'request' as const, path: [] },
  };
  return ok([{ test, cassette: given.value }]);
}
