import path from 'node:path';
import { err, loadPatterns, ok, type Result } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { type RunToSave, recordCassette, saveTest } from '../../proof/index.ts';
import type { RunEvent } from '../../run/index.ts';
import { workflowBeside } from '../../testFile/index.ts';
import { CommandError, needed, tellError, unreadable } from '../arguments/CommandError.ts';
import { analyzeRun, playRecord, type RunFile, readRun } from '../backtest/readRuns.ts';
import { type CommandIo, type ExitCode, scriptPort } from '../CommandIo.ts';
import { printResult } from '../print/printResult.ts';
import { onOneLine } from '../print/terminal.ts';
import { readSource } from '../readFiles.ts';
import { writeResult } from './writeResult.ts';

/**
 * `signalbox test --from-run`: adds a test to a file that plays a recorded run again. `output`: the test file, which may not be there yet; null: the
 * one next to the workflow of the run. Exit 0 where the test ends as the run did, 1 where it does not, 2 where the run or the file cannot be read or
 * changed, 4 where it cannot be written.
 */
export async function saveFromRun(io: CommandIo, name: string, output: string | null): Promise<ExitCode> {
  await loadPatterns();
  const read = await readRun(io, name);
  if (!read.ok) throw unreadable({ path: name, message: read.error.message });
  const recorded = needed(await replay(read.value), 'INVALID_FILE', { place: name });
  const { file, text } = await findTarget(io, read.value.path, output);
  const saved = await saveTest({ ...recorded, text }, scriptPort(io));
  if (!saved.ok)
    throw new CommandError('INVALID_FILE', `${file} was not changed. ${saved.error.message}`, { place: file });
  await writeResult(io, file, saved.value.text);
  const { name: test, difference } = saved.value;
  const message = `The test does not end as the run did. ${difference ?? ''} Edit the test to match.`;
  const differing = difference === null ? null : new CommandError('CHANGED', message, { place: file });
  const json = { path: file, test, ...differing?.toJson() };
  printResult(io, json, `${onOneLine(file)}: added the test “${onOneLine(test)}”\n`);
  return differing === null ? 0 : tellError(io, differing);
}

interface Replayed {
  readonly analysis: Analysis;
  readonly events: readonly RunEvent[];
  readonly given: NonNullable<RunToSave['given']>;
}

async function replay(run: RunFile): Promise<Result<Replayed, string>> {
  const analysis = analyzeRun(run);
  const played = await playRecord(run, ({ inputs }) => recordCassette(effectiveWorkflow(analysis), inputs));
  if (!played.ok) return err(`${run.name}: ${played.error.message}`);
  const { cassette, events } = played.value;
  return events.at(-1)?.type === 'run.finished'
    ? ok({ analysis, events, given: cassette })
    : err(`${run.name}: This run has not ended. Save it once it has.`);
}

/** The test file and its text: where there is none yet, what a new one begins with. */
async function findTarget(
  io: CommandIo,
  workflow: string,
  output: string | null,
): Promise<{ readonly file: string; readonly text: string }> {
  const file = output ?? workflow.replace(/(?:\.ya?ml)?$/, '.test.yaml');
  const beside = output === null ? await readSource(io, workflow) : null;
  if (beside?.ok === false) {
    const message = `The workflow of this run, ${workflow}, is not here: name the test file with -o. ${beside.error.message}`;
    throw new CommandError('UNREADABLE_FILE', message, { place: workflow });
  }
  const source = await readSource(io, file);
  if (source.ok) return { file, text: source.value.text };
  if (source.error.isMissing === true) return { file, text: beginningOf(file, workflow) };
  throw unreadable(source.error);
}

/** A test file that is not called as its workflow, or is in another folder, names it. */
function beginningOf(file: string, workflow: string): string {
  const named = path.relative(path.dirname(file), workflow).replaceAll(path.sep, '/');
  return named === workflowBeside(path.basename(file)) ? '' : `workflow: ${JSON.stringify(named)}\n`;
}
