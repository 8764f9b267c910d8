import path from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import { analyze, effectiveWorkflow } from '../../graph/index.ts';
import { type GivenCassette, recordCassette } from '../../proof/index.ts';
import type { Findings, TestCassette, TestFile } from '../../testFile/index.ts';
import { readRun } from '../backtest/readRuns.ts';
import type { CommandIo } from '../CommandIo.ts';
import { readSource } from '../readFiles.ts';

/** Where the runs of a test file may be. */
interface RunPlace {
  /** The test file. */
  readonly path: string;
  /** The folder that nothing is read outside of. */
  readonly within: string;
}

/** Reads the recorded runs that tests name, each once, by their names; what cannot be read is a finding. */
export async function readCassettes(
  io: CommandIo,
  { tests }: TestFile,
  { place, findings }: { readonly place: RunPlace; readonly findings: Findings },
): Promise<ReadonlyMap<string, GivenCassette>> {
  const read = new Map<string, Result<GivenCassette, string>>();
  const cassettes = new Map<string, GivenCassette>();
  for (const { cassette } of tests) {
    if (cassette === null) continue;
    const run = read.get(cassette.file) ?? (await readCassette(io, cassette, place));
    read.set(cassette.file, run);
    if (run.ok) cassettes.set(cassette.file, run.value);
    else
      findings.add(
        'TEST_CASSETTE',
        cassette.path,
        `The recorded run ${cassette.file} cannot be read. ${run.error} Name a journal of signalbox run --journal, or a run that the app has exported.`,
      );
  }
  return cassettes;
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
  const run = await readRun(io, name);
  if (!run.ok) return err(run.error.message);
  try {
    const { path: workflow, source: text, files, inputs } = run.value;
    const analysis = analyze(workflow, text, undefined, new Map(files));
    return ok({ analysis, cassette: recordCassette(effectiveWorkflow(analysis), inputs).cassette });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err(`It cannot be played: ${reason.replace(/\.$/, '')}.`);
  }
}
