import path from 'node:path';
import { blocksRun, checkAnalysis } from '../../check/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { isInside } from '../../hosts/node/index.ts';
import type { TestSubject } from '../../proof/index.ts';
import { checkTests, readTestFile, type TestCase, workflowBeside } from '../../testFile/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { ImportReader } from '../given/ImportReader.ts';
import { type FileReport, toReports, toUnreadableReport } from '../print/reports.ts';
import { type FoundFile, readSource } from '../readFiles.ts';
import { readCassettes } from './readCassettes.ts';

/** A test file that was read, with the workflow that it is of. */
export interface ReadTests {
  readonly path: string;
  /** Null where it is not known. */
  readonly workflow: string | null;
  /** Empty where something is wrong. */
  readonly subjects: readonly TestSubject[];
  /** What is wrong in it, and in the workflow. */
  readonly wrong: readonly FileReport[];
}

/** Reads and checks a test file and its workflow. Nothing outside of the folder of the command, or of the file, is read. */
export async function readTests(io: CommandIo, reader: ImportReader, found: FoundFile): Promise<ReadTests> {
  const none = { path: found.path, workflow: null, subjects: [] };
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
    return { ...none, workflow, wrong: [report()] };
  }
  const analysis = await reader.analyze(read.value);
  const broken = findErrors(analysis, read.value.text);
  if (broken.reports.length === 0) checkTests(file, analysis, findings);
  const cassettes = await readCassettes(io, file, { place: { path: found.path, within }, findings });
  const wrong = [report(), broken].filter(({ reports }) => reports.length > 0);
  const subjects = wrong.length > 0 ? [] : file.tests.map((test) => ({ analysis, test, findings, ...given(test) }));
  return { path: found.path, workflow, subjects, wrong };

  function given({ cassette }: TestCase): Pick<TestSubject, 'cassette'> {
    const recorded = cassette === null ? undefined : cassettes.get(cassette.file);
    return recorded === undefined ? {} : { cassette: recorded };
  }
}

/** The errors that keep a workflow from running. */
function findErrors(analysis: Analysis, text: string): FileReport {
  const found = checkAnalysis(analysis);
  const errors = blocksRun(found) ? found.filter(({ severity }) => severity === 'error') : [];
  return { path: analysis.path, reports: toReports(text, errors) };
}
