import path from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import { isInside } from '../../hosts/node/index.ts';
import {
  type DatasetSubject,
  findDatasets,
  findSubjects,
  type GivenCassette,
  giveCassettes,
  type TestSubject,
  toGivenCassette,
} from '../../proof/index.ts';
import {
  type CoverageTargets,
  type Findings,
  readTestFile,
  type TestCassette,
  type TestFile,
  workflowBeside,
} from '../../testFile/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { ImportReader } from '../given/ImportReader.ts';
import { type FileReport, type Report, toReports, toUnreadableReport } from '../print/reports.ts';
import { type FoundFile, readSource } from '../readFiles.ts';

/** A test file that was read, with the workflow that it is of. */
export interface ReadTests {
  readonly path: string;
  /** Empty where it cannot be read. */
  readonly text: string;
  /** Null where it is not known. */
  readonly workflow: string | null;
  /** Empty where something is wrong. */
  readonly subjects: readonly TestSubject[];
  /** Empty where something is wrong. */
  readonly datasets: readonly DatasetSubject[];
  /** What it asks that its tests reach. */
  readonly coverage: CoverageTargets;
  /** What keeps all of it from being played, in it and in the workflow. */
  readonly wrong: readonly FileReport[];
  /** What is wrong in single tests, which fail by that. */
  readonly faults: readonly Report[];
}

/** Reads and checks a test file and its workflow. Nothing outside of the folder of the command, or of the file, is read. */
export async function readTests(io: CommandIo, reader: ImportReader, found: FoundFile): Promise<ReadTests> {
  const none = {
    path: found.path,
    text: '',
    workflow: null,
    subjects: [],
    datasets: [],
    coverage: new Map(),
    faults: [],
  };
  const source = await readSource(io, found.path, found.within);
  if (!source.ok) return { ...none, wrong: [toUnreadableReport(source.error)] };
  const { file, findings } = readTestFile(source.value.text);
  const report = (): FileReport => ({ path: found.path, reports: toReports(source.value.text, findings.all) });
  const workflow = path.join(path.dirname(found.path), file.workflow ?? workflowBeside(path.basename(found.path)));
  const own = path.resolve(io.folder, path.dirname(found.path));
  const within = isInside(io.folder, own) ? io.folder : (found.within ?? own);
  const read = await readSource(io, workflow, within);
  if (!read.ok) {
    const at = file.workflow === null ? [] : ['workflow'];
    findings.add('TEST_WORKFLOW', at, `The workflow ${workflow} cannot be read. ${read.error.message}`);
    return { ...none, text: source.value.text, workflow, wrong: [report()] };
  }
  const analysis = await reader.analyze(read.value);
  const cassettes = await readCassettes(io, file, { place: { path: found.path, within }, findings });
  const datasets = await findDatasets({ file, findings }, analysis, {
    read: (name) => readRowsFile(io, path.join(path.dirname(found.path), name), within),
    analyze: (text) => reader.analyze({ path: workflow, text }),
  });
  const { subjects, blocking, errors } = findSubjects({ file, findings }, analysis, cassettes);
  const broken = { path: analysis.path, reports: toReports(read.value.text, errors) };
  const isBlocked = blocking.length + errors.length > 0;
  const wrong = isBlocked ? [report(), broken].filter(({ reports }) => reports.length > 0) : [];
  const { text } = source.value;
  const { coverage } = file;
  const faults = isBlocked ? [] : report().reports;
  return { path: found.path, text, workflow, subjects, datasets: isBlocked ? [] : datasets, coverage, wrong, faults };
}

/** A path or a link that leads out of the folder is refused. */
async function readRowsFile(io: CommandIo, name: string, within: string): Promise<Result<string, string>> {
  const source = await readSource(io, name, within);
  return source.ok ? ok(source.value.text) : err(source.error.message);
}

/** Where the runs of a test file may be. */
interface RunPlace {
  /** The test file. */
  readonly path: string;
  /** The folder that nothing is read outside of. */
  readonly within: string;
}

/** Reads the recorded runs that tests name, by their names; what cannot be read is a finding. */
export function readCassettes(
  io: CommandIo,
  file: TestFile,
  { place, findings }: { readonly place: RunPlace; readonly findings: Findings },
): Promise<ReadonlyMap<string, GivenCassette>> {
  return giveCassettes(file, {
    read: (cassette) => readCassette(io, cassette, place),
    advice: 'Name a journal of signalbox run --journal, or a run that the app has exported.',
    findings,
  });
}

async function readCassette(
  io: CommandIo,
  { file }: TestCassette,
  { path: test, within }: RunPlace,
): Promise<Result<GivenCassette, string>> {
  const name = path.join(path.dirname(test), file);
  // A path or a link that leads out of the folder is refused here.
  const source = await readSource(io, name, within);
  if (!source.ok) return err(source.error.message);
  const { analyzeRun, readRun } = await import('../backtest/readRuns.ts');
  const run = await readRun(io, name);
  return run.ok ? toGivenCassette(analyzeRun(run.value), run.value.inputs) : err(run.error.message);
}
