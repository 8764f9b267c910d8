import { realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { err, ok, type Result } from '../base/index.ts';
import { JournalWatch, outermostJournal } from '../hosts/node/index.ts';
import type { RunError } from '../run/index.ts';
import type { CommandIo, ExitCode } from './CommandIo.ts';
import type { WatchCommand } from './given/RunCommand.ts';
import { cannotStart } from './given/readGiven.ts';
import { explainInside } from './journalFiles.ts';
import { ProgressLines } from './print/ProgressLines.ts';
import { Progress } from './print/progress.ts';
import { formatRunResult, toRunResult } from './print/runResult.ts';
import { describeProblem } from './readFiles.ts';
import { WatchedRun } from './WatchedRun.ts';

/** How often the journal is looked at, in ms. */
const LOOK = 200;

/**
 * Shows the run in a journal, and those below it, while another process executes it, and prints its result once it ends. Nothing is executed and
 * nothing is written. Exit as a run, 1 where its process ends before the run does.
 */
export async function watchRun(
  io: CommandIo,
  { record: { journal: name }, output }: WatchCommand,
): Promise<Result<ExitCode, RunError>> {
  let run: WatchedRun | null = null;
  try {
    const file = realpathSync(path.resolve(io.folder, name));
    if (outermostJournal(file) !== null)
      return err(cannotStart('journal', `${name}: ${explainInside(io, name, '--watch')}`));
    const opened = JournalWatch.open(file);
    if (!opened.ok) return err(cannotStart('journal', `${name}: ${opened.error}`));
    const watch = opened.value;
    const lines =
      io.isErrorTerminal && !output.isJson ? new ProgressLines((...parts) => io.printError(...parts)) : null;
    const print = lines?.print ?? (() => undefined);
    run = new WatchedRun(watch, lines && new Progress(watch.workflow), { journal: file, print });
    return await follow(io, name, { watch, run, lines });
  } catch (error) {
    if (io.signal.aborted) return ok(1);
    return err(cannotStart('journal', `${name}: ${describeProblem(error)}`));
  } finally {
    run?.close();
  }
}

async function follow(
  io: CommandIo,
  journal: string,
  {
    watch,
    run,
    lines,
  }: { readonly watch: JournalWatch; readonly run: WatchedRun; readonly lines: ProgressLines | null },
): Promise<Result<ExitCode, RunError>> {
  for (;;) {
    // Asked first: what the owner writes before it ends is read below.
    const isOwned = watch.looksOwned();
    const looked = run.look();
    if (!looked.ok) return err(cannotStart('journal', `${journal}: ${looked.error}`));
    if (watch.isFinished || !isOwned) break;
    if (run.isWaiting) lines?.sayWaiting();
    await wait(LOOK, undefined, { signal: io.signal });
  }
  // Of secrets a journal has placeholders only.
  io.printOut(formatRunResult(toRunResult(watch.workflow, run.view), (value) => value));
  if (watch.isFinished) return ok(run.view.status === 'success' ? 0 : 1);
  io.printError(
    `No process executes this run, and it has not ended. Resume it: signalbox run --journal ${journal} --resume.\n`,
  );
  return ok(1);
}
