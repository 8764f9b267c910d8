import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { err, loadPatterns, messageOf, ok, type Result } from '../../base/index.ts';
import { type Analysis, analyze, effectiveWorkflow } from '../../graph/index.ts';
import { describeWriteProblem } from '../../hosts/node/index.ts';
import { type RunToSave, recordCassette, saveTest } from '../../proof/index.ts';
import type { RunEvent } from '../../run/index.ts';
import { type RunFile, readRun } from '../backtest/readRuns.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import { readSource } from '../readFiles.ts';

/** The recorded run that becomes a test. */
export interface RunToTest {
  /** A journal of `signalbox run --journal`, or a run that the app has exported. */
  readonly run: string;
  /** The test file that gets the test, which may not be there yet; null: the one next to the workflow of the run. */
  readonly output: string | null;
}

/**
 * `signalbox test --from-run`: adds a test to a file that plays a recorded run again. Exit 0 where the test ends as the run did, 1 where it does not, 2 where
 * the run or the file cannot be read or changed, 4 where it cannot be written.
 */
export async function saveFromRun(io: CommandIo, { run: name, output }: RunToTest): Promise<ExitCode> {
  const refuse = (message: string, code: ExitCode = 2): ExitCode => {
    io.printError(`${onOneLine(message)}\n`);
    return code;
  };
  await loadPatterns();
  const read = await readRun(io, name);
  if (!read.ok) return refuse(`${name}: ${read.error.message}`);
  const recorded = replay(read.value);
  if (!recorded.ok) return refuse(`${name}: ${recorded.error}`);
  const target = await findTarget(io, read.value.path, output);
  if (!target.ok) return refuse(target.error);
  const { file, text } = target.value;
  const ports = io.runScript === undefined ? {} : { runScript: io.runScript };
  const saved = await saveTest({ ...recorded.value, text }, ports);
  if (!saved.ok) return refuse(`${file} was not changed. ${saved.error.message}`);
  try {
    await writeFile(path.resolve(io.folder, file), saved.value.text);
  } catch (error) {
    return refuse(`${file}: ${describeWriteProblem(error)}`, 4);
  }
  io.printOut(`${onOneLine(file)}: added the test “${onOneLine(saved.value.name)}”\n`);
  const { difference } = saved.value;
  return difference === null
    ? 0
    : refuse(`The test does not end as the run did. ${difference} Edit the test to match.`, 1);
}

interface Replayed {
  readonly analysis: Analysis;
  readonly events: readonly RunEvent[];
  readonly given: NonNullable<RunToSave['given']>;
}

function replay({ path: file, source, files, inputs }: RunFile): Result<Replayed, string> {
  const analysis = analyze(file, source, undefined, new Map(files));
  try {
    const { cassette, events } = recordCassette(effectiveWorkflow(analysis), inputs);
    if (events.at(-1)?.type !== 'run.finished') return err('This run has not ended. Save it once it has.');
    return ok({ analysis, events, given: cassette });
  } catch (error) {
    return err(`This run cannot be played: ${messageOf(error)}`);
  }
}

/** The test file and its text, empty where there is none yet. */
async function findTarget(
  io: CommandIo,
  workflow: string,
  output: string | null,
): Promise<Result<{ readonly file: string; readonly text: string }, string>> {
  const file = output ?? workflow.replace(/(?:\.ya?ml)?$/, '.test.yaml');
  if (output === null) {
    const beside = await readSource(io, workflow);
    if (!beside.ok)
      return err(
        `The workflow of this run, ${workflow}, is not here: name the test file with -o. ${beside.error.message}`,
      );
  }
  const source = await readSource(io, file);
  if (source.ok) return ok({ file, text: source.value.text });
  return source.error.isMissing === true ? ok({ file, text: '' }) : err(`${file}: ${source.error.message}`);
}
