import { isLongJson, type Json, jsonParts } from '../../../base/index.ts';
import { EventDigest, signCheckpoint, type TrackedRun, toCheckpoint } from '../../../driver/index.ts';
import type { Advance, RunInput } from '../../../run/index.ts';
import type { Restoration } from '../../feedRun.ts';
import { isCheckpointDue } from '../../isCheckpointDue.ts';
import type { Rest, RunJournal } from '../journal/RunJournal.ts';
import type { RunToEndOptions } from './RunToEndOptions.ts';

/** What recording a run takes. */
interface RecorderPorts {
  /** What a checkpoint has of the host. */
  readonly hostState: () => Json;
  /** Lets others have the thread between two steps of long work; throws where the run is to end here. */
  readonly rest: Rest;
  /** Nothing waits to be recorded. */
  readonly isEmpty: () => boolean;
}

/**
 * Makes the inputs of a run durable and has them fed, each once the one before is through: its line of the journal, the digest of its
 * events and a checkpoint are made in steps where they are long.
 */
export class InputRecorder {
  readonly #ports: RecorderPorts;
  readonly #tracked: TrackedRun;
  /** Null: the run is not saved. */
  readonly #kept: { readonly journal: RunJournal; readonly keeper: CheckpointKeeper } | null;
  #isAtWork = false;

  constructor({ journal, restored }: Pick<RunToEndOptions, 'journal' | 'restored'>, ports: RecorderPorts) {
    this.#ports = ports;
    this.#tracked = restored.tracked;
    this.#kept = journal === undefined ? null : { journal, keeper: new CheckpointKeeper(journal, restored) };
  }

  /** An input is half way through. */
  get isAtWork(): boolean {
    return this.#isAtWork;
  }

  /** Records an input and feeds it. A promise where it takes several steps: to be awaited before the next. Throws, or rejects with, what the journal throws. */
  record(input: RunInput, feed: () => Advance): Promise<void> | undefined {
    if (this.#kept === null) {
      feed();
      return undefined;
    }
    const { journal } = this.#kept;
    const tracked = this.#tracked;
    // Of a run that was just begun, the start is still to be digested.
    const isBehind = stepDigest(tracked);
    if (!isBehind && !isLongJson(input)) return this.#follow(feed, journal.append([input], tracked.proof));
    return this.#inSteps(async () => {
      if (isBehind) await this.#catchUp();
      return this.#follow(feed, await journal.appendInSteps([input], tracked.proof, this.#ports.rest));
    });
  }

  /** @param bytes those of the input in the journal */
  #follow(feed: () => Advance, bytes: number): Promise<void> | undefined {
    const { isEmpty, hostState, rest } = this.#ports;
    const keeper = this.#kept?.keeper;
    const { events, more } = feed();
    const isDue = keeper?.note({ bytes, events: events.length, isIdle: !more && isEmpty() }) === true;
    // Nothing asks for the digest of a run that has ended.
    if (this.#tracked.isFinished || !(stepDigest(this.#tracked) || isDue)) return undefined;
    return this.#inSteps(async () => {
      await this.#catchUp();
      if (isDue) await keeper.keep(hostState(), rest);
    });
  }

  /** Digests what is left, of which a first part was digested. */
  async #catchUp(): Promise<void> {
    do await this.#ports.rest();
    while (stepDigest(this.#tracked));
  }

  async #inSteps(work: () => Promise<void>): Promise<void> {
    this.#isAtWork = true;
    try {
      await work();
    } finally {
      this.#isAtWork = false;
    }
  }
}

/** Digests a part of what is left; true: there is more. */
function stepDigest({ digest }: TrackedRun): boolean {
  return digest.step?.() === true;
}

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
class CheckpointKeeper {
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
