import { type Json, jsonParts } from '../../../base/index.ts';
import { EventDigest, signCheckpoint, type TrackedRun, toCheckpoint } from '../../../driver/index.ts';
import type { Restoration } from '../../feedRun.ts';
import { isCheckpointDue } from '../../isCheckpointDue.ts';
import type { Rest, RunJournal } from '../journal/RunJournal.ts';

/** An input that a run has taken. */
interface FedInput {
  /** Its bytes in the journal. */
  readonly bytes: number;
  /** How many events it caused. */
  readonly events: number;
  /** The run waits for something. */
  readonly isIdle: boolean;
}

/** Stores a checkpoint next to a journal whenever enough inputs or events came since the one before. */
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

  /** Counts an input that was fed; true: a checkpoint is due. */
  note({ bytes, events, isIdle }: FedInput): boolean {
    this.#inputs += 1;
    this.#events += events;
    this.#size += bytes;
    const since = { inputs: this.#inputs, events: this.#events, size: this.#size };
    return !this.#tracked.isFinished && isCheckpointDue(since, this.#lastSize, isIdle);
  }

  /** Stores a checkpoint, which is made in steps: nothing is fed meanwhile. */
  async keep(host: Json, rest: Rest): Promise<void> {
    const digest = new EventDigest();
    const parts: string[] = [];
    for (const part of jsonParts(toCheckpoint(this.#tracked, this.#journal.workflow, host))) {
      digest.mix(part);
      parts.push(part);
      await rest();
    }
    const text = signCheckpoint(parts.join(''), digest.value());
    this.#journal.keep(text);
    this.#lastSize = text.length;
    [this.#inputs, this.#events, this.#size] = [0, 0, 0];
  }
}
