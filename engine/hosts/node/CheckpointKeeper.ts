import type { Json } from '../../base/index.ts';
import { isCheckpointDue } from '../isCheckpointDue.ts';
import type { Restoration } from '../restoreRun.ts';
import type { TrackedRun } from '../TrackedRun.ts';
import { takeCheckpoint } from '../takeCheckpoint.ts';
import type { RunJournal } from './journal/RunJournal.ts';

/** Stores a checkpoint beside a journal whenever enough inputs or events came since the one before. */
export class CheckpointKeeper {
  readonly #journal: RunJournal;
  readonly #tracked: TrackedRun;
  #inputs: number;
  #events: number;
  #size = 0;
  #lastSize: number;

  constructor(journal: RunJournal, { tracked, checkpoint, inputs, events }: Restoration) {
    this.#journal = journal;
    this.#tracked = tracked;
    this.#inputs = inputs.length;
    this.#events = events.length;
    this.#lastSize = checkpoint?.size ?? 0;
  }

  /** Counts an input that was fed: its bytes in the journal, and how many events it caused. `host` is called only where a checkpoint is due. */
  note(bytes: number, events: number, host: () => Json): void {
    this.#inputs += 1;
    this.#events += events;
    this.#size += bytes;
    if (this.#tracked.isFinished) return;
    if (!isCheckpointDue({ inputs: this.#inputs, events: this.#events, size: this.#size }, this.#lastSize)) return;
    const text = takeCheckpoint(this.#tracked, this.#journal.workflow, host());
    this.#journal.keep(text);
    this.#lastSize = text.length;
    [this.#inputs, this.#events, this.#size] = [0, 0, 0];
  }
}
