import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { err, ok, type Result } from '../base/index.ts';
import { childJournal, hasBegun, JournalWatch, outermostJournal } from '../hosts/node/index.ts';
import {
  EMPTY_VIEW,
  foldRun,
  forgetEnded,
  type RunError,
  type RunEvent,
  type RunView,
  standingOf,
} from '../run/index.ts';
import type { CommandIo, ExitCode } from './CommandIo.ts';
import type { WatchCommand } from './given/RUN.ts';
import { cannotStart } from './given/readGiven.ts';
import { explainInside } from './journalFiles.ts';
import { Progress, ProgressLines } from './print/progress.ts';
import { formatRunResult, toRunResult } from './print/runResult.ts';
import type { Print } from './print/terminal.ts';
import { describeProblem } from './readFiles.ts';

/** How often the journal is looked at, in ms. */
const LOOK = 200;

/**
 * Shows the run in a journal, and those below it, while another process executes it, and prints its result once it ends. Nothing is executed and
 * nothing is written. Exit as a run, 1 where its process ends before the run does.
 */
export async function watchRun(
  io: CommandIo,
  { record: { journal: name } }: WatchCommand,
): Promise<Result<ExitCode, RunError>> {
  let run: WatchedRun | null = null;
  try {
    const file = realpathSync(path.resolve(io.folder, name));
    if (outermostJournal(file) !== null)
      return err(cannotStart('journal', `${name}: ${explainInside(io, name, '--watch')}`));
    const opened = JournalWatch.open(file);
    if (!opened.ok) return err(cannotStart('journal', `${name}: ${opened.error}`));
    const watch = opened.value;
    const lines = io.isErrorTerminal && !io.isJson ? new ProgressLines((...parts) => io.printError(...parts)) : null;
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

/** Where the lines of a family go, and its outermost journal, by its path. */
interface FamilyLines {
  readonly journal: string;
  readonly print: Print;
}

/** A run that another one has started: not opened before its journal has a whole line. */
interface WatchedCall {
  readonly runId: string;
  readonly file: string;
  run: WatchedRun | null;
}

/** A run that another process executes, and those below it, as lines for a person. Methods throw what the system says. */
class WatchedRun {
  readonly #family: FamilyLines;
  readonly #watch: JournalWatch;
  readonly #progress: Progress | null;
  #view = EMPTY_VIEW;
  /** Runs that it has started and whose calls have not ended, by the key of the call. */
  readonly #calls = new Map<string, WatchedCall>();

  /** `progress`: null where nothing is printed; then nothing below it is looked at. */
  constructor(watch: JournalWatch, progress: Progress | null, family: FamilyLines) {
    this.#watch = watch;
    this.#progress = progress;
    this.#family = family;
  }

  /** As of the last look. */
  get view(): RunView {
    return this.#view;
  }

  /** Whether nothing was under way in it and below it but waits, as of the last look. */
  get isWaiting(): boolean {
    const below = [...this.#calls.values()];
    return (
      standingOf(
        this.#view,
        below.every(({ run }) => run?.isWaiting === true),
      ) === 'waiting'
    );
  }

  /**
   * Prints what happened in it and below it since the last look. What a run below did is printed before the end of its call: it was
   * recorded before that. The error says which journal is damaged.
   */
  look(): Result<unknown, string> {
    const events = this.#watch.read();
    if (!events.ok) return events;
    this.#view = forgetEnded(foldRun(this.#view, events.value));
    if (this.#progress === null) return ok(null);
    for (const event of events.value) {
      const looked = this.#follow(event);
      if (!looked.ok) return looked;
      this.#family.print(...this.#progress.format(event));
    }
    for (const key of this.#calls.keys()) {
      const looked = this.#lookBelow(key);
      if (!looked.ok) return looked;
    }
    return ok(null);
  }

  close(): void {
    for (const { run } of this.#calls.values()) run?.close();
    this.#watch.close();
  }

  #follow(event: RunEvent): Result<unknown, string> {
    if (event.type === 'child.reported' && !this.#calls.has(event.key))
      this.#calls.set(event.key, { ...event.child, run: null });
    if (event.type !== 'effect.completed') return ok(null);
    const looked = this.#lookBelow(event.key);
    this.#calls.get(event.key)?.run?.close();
    this.#calls.delete(event.key);
    return looked;
  }

  #lookBelow(key: string): Result<unknown, string> {
    const call = this.#calls.get(key);
    if (call === undefined || this.#progress === null) return ok(null);
    const { journal } = this.#family;
    const file = childJournal(journal, call.runId);
    // One that an earlier run has started has its journal elsewhere.
    if (call.run === null && existsSync(file) && hasBegun(file)) {
      const opened = JournalWatch.open(file);
      if (!opened.ok) return err(`${file}: ${opened.error}`);
      const progress = this.#progress.below(key, call.file, opened.value.workflow);
      call.run = new WatchedRun(opened.value, progress, this.#family);
    }
    return call.run?.look() ?? ok(null);
  }
}
