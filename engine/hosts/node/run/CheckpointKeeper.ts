import type { Json } from '../../../base/index.ts';
import { type TrackedRun, takeCheckpoint } from '../../../driver/index.ts';
import type { Restoration } from '../../feedRun.ts';
import { isCheckpointDue } from '../../isCheckpointDue.ts';
import type { RunJournal } from '../journal/RunJournal.ts';

/** An input that a run has taken. */
interface FedInput {
  /** Its bytes in the journal. */
  readonly bytes: number;
  /** How many events it caused. */
  readonly events: number;
  /** The run waits for something. */
  readonly isIdle: boolean;
}

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

  /** Counts an input that was fed. `host` is called only where a checkpoint is due. */
  note({ bytes, events, isIdle }: FedInput, host: () => Json): void {
    this.#inputs += 1;
    this.#events += events;
    this.#size += bytes;
    if (this.#tracked.isFinished) return;
    if (!isCheckpointDue({ inputs: this.#inputs, events: this.#events, size: this.#size }, this.#lastSize, isIdle))
      return;
    const text = takeCheckpoint(this.#tracked, this.#journal.workflow, host());
    this.#journal.keep(text);
    this.#lastSize = text.length;
    [this.#inputs, this.#events, this.#size] = [0, 0, 0];
  }
}
