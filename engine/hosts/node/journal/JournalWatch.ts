import { err, ok, type Result } from '../../../base/index.ts';
import { analyze, effectiveWorkflow } from '../../../graph/index.ts';
import type { Workflow } from '../../../model/index.ts';
import type { RunEvent } from '../../../run/index.ts';
import { TrackedRun } from '../../TrackedRun.ts';
import { hasOwner } from './JournalClaim.ts';
import { JournalReader } from './JournalReader.ts';

/** A run that another process executes, as its journal shows it. Methods throw what the system says. */
export class JournalWatch {
  readonly workflow: Workflow;
  readonly #file: string;
  readonly #reader: JournalReader;
  readonly #tracked: TrackedRun;

  private constructor(file: string, reader: JournalReader, workflow: Workflow) {
    this.#file = file;
    this.#reader = reader;
    this.workflow = workflow;
    this.#tracked = TrackedRun.begin(workflow);
  }

  /** Opens a journal; the error says what is wrong with it. */
  static open(file: string): Result<JournalWatch, string> {
    const reader = new JournalReader(file);
    const head = reader.readHead();
    if (!head.ok) {
      reader.close();
      return head;
    }
    const { path, source, files } = head.value;
    return ok(new JournalWatch(file, reader, effectiveWorkflow(analyze(path, source, undefined, new Map(files)))));
  }

  get isFinished(): boolean {
    return this.#tracked.isFinished;
  }

  /** Whether a process executes the run. */
  get hasOwner(): boolean {
    return hasOwner(this.#file);
  }

  /** What happened since the last call. */
  read(): Result<readonly RunEvent[], string> {
    const added = this.#reader.readAdded();
    if (!added.ok) return err(added.error);
    return ok(added.value.flatMap((input) => this.#tracked.feed(input).events));
  }

  close(): void {
    this.#reader.close();
  }
}
