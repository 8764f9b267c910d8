import { existsSync } from 'node:fs';
import { err, ok, type Result } from '../base/index.ts';
import { childJournal, hasBegun, JournalWatch } from '../hosts/node/index.ts';
import { EMPTY_VIEW, foldRun, forgetEnded, type RunEvent, type RunView, standingOf } from '../run/index.ts';
import type { Progress } from './print/progress.ts';
import type { Print } from './print/terminal.ts';

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
export class WatchedRun {
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
