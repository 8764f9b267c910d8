import path from 'node:path';
import { err, type Result } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { type GivenCassette, giveCassettes, toGivenCassette } from '../../proof/index.ts';
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
  const run = await readRun(io, name);
  if (!run.ok) return err(run.error.message);
  const { path: workflow, source: text, files, inputs } = run.value;
  return toGivenCassette(analyze(workflow, text, undefined, new Map(files)), inputs);
}
