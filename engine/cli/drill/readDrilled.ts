import path from 'node:path';
import { err, type Json, ok, type Result, readExactly, tellLost } from '../../base/index.ts';
import { blocksRun, checkAnalysis } from '../../check/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { answeredTest, type Drilled, saveTest, simulatedTest, type TestPorts } from '../../proof/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { readEarlier } from '../given/earlierRun.ts';
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
      const test = await readRun(io, analysis, { file: command.source.file, ports });
      return test.ok ? ok({ ...drilled, tests: test.value, isSimulated: false }) : refuse(test.error);
    }
    default: {
      const { name } = command.source;
      const tests = await readOwnTests(io, reader, { found, ports });
      if (!tests.ok) return tests;
      if (tests.value === null && name === null)
        return ok({ ...drilled, tests: [simulatedTest(analysis, {})], isSimulated: true });
      const chosen = (tests.value ?? []).filter((test) => name === null || test.name === name);
      if (chosen.length > 0 || name === null) return ok({ ...drilled, tests: chosen, isSimulated: false });
      const names = (tests.value ?? []).map((test) => `“${test.name}”`).join(', ');
      return refuse(
        `There is no test “${name}” beside this workflow. ${names === '' ? 'There is none at all.' : `There is ${names}.`}`,
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
  return ok({ ...drilled, tests: [test], isSimulated: true });
}

async function readInput(io: CommandIo, written: string): Promise<Result<Json, string>> {
  const source = written.startsWith('@') ? await readSource(io, written.slice(1)) : null;
  if (source?.ok === false) return err(`The file of --input cannot be read. ${source.error.message}`);
  try {
    const { value, lost } = readExactly(source === null ? written : source.value.text);
    const problem = tellLost(lost, '--input');
    return problem === null ? ok(value) : err(problem);
  } catch (error) {
    return err(`--input is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The tests beside a workflow; null where there is no such file. */
async function readOwnTests(
  io: CommandIo,
  reader: ImportReader,
  { found: { path: name, within }, ports }: { readonly found: FoundFile; readonly ports: TestPorts },
): Promise<Result<Drilled['tests'] | null, readonly FileReport[]>> {
  const beside = name.replace(/(\.ya?ml)$/i, '.test$1');
  const source = name === '-' || beside === name ? null : await readSource(io, beside, within);
  if (source === null || (!source.ok && source.error.isMissing === true)) return ok(null);
  const { workflow, subjects, wrong, faults } = await readTests(io, reader, { path: beside, within });
  // A file of this name may be of another workflow.
  if (workflow !== null && path.resolve(io.folder, workflow) !== path.resolve(io.folder, name)) return ok(null);
  if (wrong.length > 0) return err(wrong);
  if (faults.length > 0) return err([{ path: beside, reports: faults }]);
  return ok(await Promise.all(subjects.map((subject) => answeredTest(subject, ports))));
}

/** What a recorded run was given and answered, as a test. */
async function readRun(
  io: CommandIo,
  analysis: Analysis,
  { file, ports }: { readonly file: string; readonly ports: TestPorts },
): Promise<Result<Drilled['tests'], string>> {
  const earlier = await readEarlier(io, file);
  if (!earlier.ok) return err(`The run ${file} cannot be read. ${earlier.error.message}`);
  const { events } = earlier.value.trace;
  const saved = await saveTest({ analysis, events, name: path.basename(file), text: '' }, ports);
  return saved.ok ? ok(readTestFile(saved.value.text).file.tests) : err('The run cannot be played as a test.');
}
