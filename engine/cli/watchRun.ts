import { realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { err, ok, type Result } from '../base/index.ts';
import { JournalWatch, outermostJournal } from '../hosts/node/index.ts';
import { EMPTY_VIEW, foldRun, forgetEnded, type RunError, type RunView } from '../run/index.ts';
import type { CommandIo, ExitCode } from './CommandIo.ts';
import { cannotStart } from './given/readGiven.ts';
import { explainInside } from './journalFiles.ts';
import type { RunCommand } from './parseRun.ts';
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
export async function watchRun(io: CommandIo, command: RunCommand): Promise<Result<ExitCode, RunError>> {
  const name = command.journal ?? '';
  let watch: JournalWatch | null = null;
  let family: WatchedRun | null = null;
  try {
    const file = realpathSync(path.resolve(io.folder, name));
    if (outermostJournal(file) !== null)
      return err(cannotStart('journal', `${name}: ${explainInside(io, name, '--watch')}`));
    const opened = JournalWatch.open(file);
    if (!opened.ok) return err(cannotStart('journal', `${name}: ${opened.error}`));
    watch = opened.value;
    if (io.isErrorTerminal && !command.isJson)
      family = new WatchedRun(watch, new Progress(watch.workflow), {
        journal: file,
        print: (...parts) => io.printError(...parts),
      });
    return await follow(io, command, { watch, shown: family ?? { look: () => opened.value.read() } });
  } catch (error) {
    if (io.signal.aborted) return ok(1);
    return err(cannotStart('journal', `${name}: ${describeProblem(error)}`));
  } finally {
    if (family === null) watch?.close();
    else family.close();
  }
}

async function follow(
  io: CommandIo,
  { journal }: RunCommand,
  { watch, shown }: { readonly watch: JournalWatch; readonly shown: Pick<WatchedRun, 'look'> },
): Promise<Result<ExitCode, RunError>> {
  let view: RunView = EMPTY_VIEW;
  for (;;) {
    // Asked first: what the owner writes before it ends is read below.
    const isOwned = watch.looksOwned();
    const events = shown.look();
    if (!events.ok) return err(cannotStart('journal', `${journal}: ${events.error}`));
    view = forgetEnded(foldRun(view, events.value));
    if (watch.isFinished || !isOwned) break;
    await wait(LOOK, undefined, { signal: io.signal });
  }
  // Of secrets a journal has placeholders only.
  io.printOut(formatRunResult(toRunResult(watch.workflow, view), (value) => value));
  if (watch.isFinished) return ok(view.status === 'success' ? 0 : 1);
  io.printError(
    `No process executes this run, and it has not ended. Resume it: signalbox run --journal ${journal} --resume.\n`,
  );
  return ok(1);
}
