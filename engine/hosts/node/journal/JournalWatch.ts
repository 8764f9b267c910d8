import { err, ok, type Result } from '../../../base/index.ts';
import { replay, TrackedRun } from '../../../driver/index.ts';
import { effectiveWorkflow } from '../../../graph/index.ts';
import type { Workflow } from '../../../model/index.ts';
import type { RunEvent } from '../../../run/index.ts';
import { findClaims, PATIENCE } from './JournalClaim.ts';
import { JournalReader } from './JournalReader.ts';
import { analyzeRecorded } from './readJournal.ts';

/** A run that another process executes, as its journal shows it. Methods throw what the system says. */
export class JournalWatch {
  readonly workflow: Workflow;
  readonly #file: string;
  readonly #reader: JournalReader;
  readonly #tracked: TrackedRun;
  readonly #now: () => number;
  /** Of each owner that cannot be looked up: its last sign of life, and since when there was no other one. */
  readonly #signs = new Map<string, { readonly shownAt: number; readonly since: number }>();

  private constructor(file: string, now: () => number, reader: JournalReader, workflow: Workflow) {
    this.#file = file;
    this.#now = now;
    this.#reader = reader;
    this.workflow = workflow;
    this.#tracked = TrackedRun.begin(workflow);
  }

  /** Opens a journal; the error says what is wrong with it. `now`: a clock in ms that never goes back. */
  static open(file: string, now = () => performance.now()): Result<JournalWatch, string> {
    const reader = new JournalReader(file);
    const head = reader.readHead();
    if (!head.ok) {
      reader.close();
      return head;
    }
    return ok(new JournalWatch(file, now, reader, effectiveWorkflow(analyzeRecorded(head.value))));
  }

  get isFinished(): boolean {
    return this.#tracked.isFinished;
  }

  /** Whether a process executes the run. One that cannot be looked up counts as dead after a silence; so ask again and again. */
  looksOwned(): boolean {
    const claims = findClaims(this.#file);
    return claims.filter(({ name, isAlive, shownAt }) => isAlive || this.#seemsAlive(name, shownAt)).length > 0;
  }

  #seemsAlive(name: string, shownAt: number): boolean {
    const sign = this.#signs.get(name);
    if (sign?.shownAt === shownAt) return this.#now() - sign.since < PATIENCE;
    this.#signs.set(name, { shownAt, since: this.#now() });
    return true;
  }

  /** What happened since the last call. */
  read(): Result<readonly RunEvent[], string> {
    const added = this.#reader.readAdded();
    if (!added.ok) return err(added.error);
    return ok([...replay(this.#tracked, added.value)].flatMap(({ events }) => events));
  }

  close(): void {
    this.#reader.close();
  }
}
