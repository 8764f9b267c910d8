import { err } from '../../../base/index.ts';
import type { RunError, RunInput } from '../../../run/index.ts';
import type { Proof } from '../../EventDigest.ts';
import { isCheckpointDue } from '../../isCheckpointDue.ts';
import type { Clock } from '../platform/clock.ts';
import type { JournalChunk } from './Disk.ts';
import { type Claim, type RunStore, toChunk, type Written } from './RunStore.ts';
import { type StorageFailure, storageFailure } from './storageFailure.ts';

/** Where a run's inputs go, and how far they are there. */
export interface WriterContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly claim: Claim;
  /** What the journal has after its checkpoint, all of it seen by the machine. */
  readonly written: readonly RunInput[];
  /** The checkpoint before that; null: `written` is all. */
  readonly checkpoint: WrittenCheckpoint | null;
  /** What came of those that the machine has seen. */
  readonly prove: () => Proof;
  /** A checkpoint of the run as it is now; null where none can be made. */
  readonly takeCheckpoint: () => string | null;
  /** Stores all of the run again, after its records were deleted; the checkpoint stands for inputs that are not known. */
  readonly rewrite: (journal: Written, checkpoint: string | null) => ReturnType<RunStore['rewrite']>;
  readonly onTrouble: (trouble: RunError | null) => void;
}

/** What is known of a checkpoint without its text. */
interface WrittenCheckpoint {
  /** How many inputs it covers, and how many events came of them. */
  readonly inputs: number;
  readonly events: number;
  /** Characters of its text. */
  readonly size: number;
}

/** Most inputs that wait to be journaled together, where the machine need not wait for them. */
const LARGEST_CHUNK = 100;

/** How long a write may take before the person is told, in ms. */
const NOTICE_AFTER = 700;

/** The first and the longest wait before a failed write is tried again, in ms. */
const FIRST_RETRY = 250;
const LONGEST_RETRY = 5_000;

/** How long a run whose records were deleted stands still after they were written again, in ms: to be noticed. */
const SHOWN_FOR = 2_000;

/** How a write is done: its inputs after what is there, or all in place of what is there, or all of a run that is gone. */
type Way = 'append' | 'compact' | 'rewrite';

/**
 * Writes one run's journal, in order, and checkpoints beside it. A write that fails is tried again until it succeeds, and
 * counts only once those before it did; a checkpoint that fails is not missed. In memory are the inputs since the newest
 * checkpoint: when records are deleted, the run is stored again with these and a checkpoint that stands for those before.
 * When another tab has claimed the run, nothing is written any more.
 */
export class JournalWriter {
  readonly #context: WriterContext;
  #checkpoint: WrittenCheckpoint;
  /** All after the checkpoint: those the machine has seen, then those on their way to it. */
  #inputs: RunInput[];
  /** How many inputs, with those before, are in the journal, or being written to it. */
  #journaled: number;
  /** Characters of the journal since the checkpoint. */
  #size: number;
  #isWritingCheckpoint = false;
  /** The run has come to wait while a checkpoint was on its way: another one may be due after it. */
  #isIdleMeanwhile = false;
  /** How often what follows the checkpoint was written anew: then a checkpoint that was on its way is not counted on. */
  #replacements = 0;
  #way: Way = 'append';
  /** How often inputs were taken back: what was being written then is not waited for. */
  #version = 0;
  #isClosed = false;
  #trouble: StorageFailure | null = null;
  #writing: Promise<boolean> = Promise.resolve(true);
  #wake: (() => void) | null = null;

  constructor(context: WriterContext) {
    this.#context = context;
    this.#checkpoint = context.checkpoint ?? { inputs: 0, events: 0, size: 0 };
    this.#inputs = [...context.written];
    this.#journaled = this.#count;
    this.#size = JSON.stringify(context.written).length;
  }

  get isFull(): boolean {
    return this.#count - this.#journaled >= LARGEST_CHUNK;
  }

  /** How many inputs there are, with those before the checkpoint. */
  get #count(): number {
    return this.#checkpoint.inputs + this.#inputs.length;
  }

  /** True while storage fails. */
  get isStuck(): boolean {
    return this.#trouble !== null;
  }

  /** What the machine has seen since the checkpoint, stored or not, and what came of it. */
  get journal(): Written & { readonly proof: Proof } {
    const proof = this.#context.prove();
    return this.#upTo(proof.inputs, proof);
  }

  #upTo<Known extends Proof | null>(count: number, proof: Known): Written & { readonly proof: Known } {
    const from = this.#checkpoint.inputs;
    return { from, inputs: this.#inputs.slice(0, count - from), proof };
  }

  add(inputs: readonly RunInput[]): void {
    for (const input of inputs) this.#inputs.push(input);
  }

  /** Takes back what the machine has not seen, whether it was stored or not; the journal is written anew without it. */
  takeBack(): void {
    this.#inputs.length = this.#context.prove().inputs - this.#checkpoint.inputs;
    this.#journaled = Math.min(this.#journaled, this.#count);
    this.#version += 1;
    if (this.#way === 'append') this.#way = 'compact';
    this.#writing = Promise.resolve(true);
    this.#wake?.();
  }

  /** Settles once all that was added is durable; false when it never will be here. */
  flush(): Promise<boolean> {
    const from = this.#journaled;
    if (from < this.#count) {
      const inputs = this.#inputs.slice(from - this.#checkpoint.inputs);
      const chunk = toChunk(this.#context.claim.runId, { from, inputs, proof: this.#context.prove() });
      this.#journaled = this.#count;
      this.#size += chunk.inputs.length;
      this.#writing = this.#write(chunk, this.#writing);
    }
    return this.#writing;
  }

  /** Writes a checkpoint if one is due. For a moment when the machine has seen all inputs; nothing waits for it. */
  writeCheckpoint(isIdle: boolean): void {
    const proof = this.#context.prove();
    this.#isIdleMeanwhile = isIdle && this.#isWritingCheckpoint;
    if (this.#isWritingCheckpoint || this.isStuck || proof.inputs !== this.#count) return;
    const { events, size } = this.#checkpoint;
    const since = { inputs: this.#inputs.length, events: proof.events - events, size: this.#size };
    if (!isCheckpointDue(since, size, isIdle)) return;
    const text = this.#context.takeCheckpoint();
    // One that is larger than expected, or cannot be taken yet, is written when more has come.
    this.#checkpoint = { ...this.#checkpoint, size: text?.length ?? since.size + since.events };
    if (text !== null && isCheckpointDue(since, text.length, isIdle))
      void this.#saveCheckpoint(text, proof, since.size);
  }

  async #saveCheckpoint(text: string, proof: Proof, journalSize: number): Promise<void> {
    const { store, claim } = this.#context;
    const replacements = this.#replacements;
    this.#isWritingCheckpoint = true;
    // What the checkpoint covers ends a chunk.
    void this.flush();
    const saved = await store.checkpoint(claim, this.#upTo(proof.inputs, proof), text);
    this.#isWritingCheckpoint = false;
    if (!saved.ok || replacements !== this.#replacements) return;
    this.#size -= journalSize;
    this.#forget(proof, text.length);
    if (this.#isIdleMeanwhile) this.writeCheckpoint(true);
  }

  /** Inputs that a checkpoint covers are no longer needed. */
  #forget({ inputs, events }: Proof, size: number): void {
    this.#inputs = this.#inputs.slice(inputs - this.#checkpoint.inputs);
    this.#checkpoint = { inputs, events, size };
  }

  /** Tries at once again. */
  retry(): void {
    this.#wake?.();
  }

  /** Writes nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async #write(chunk: JournalChunk, before: Promise<boolean>): Promise<boolean> {
    const version = this.#version;
    // While all goes well writes may overlap: the store keeps their order and commits them together.
    if (this.#trouble !== null && !(await before)) return false;
    for (let wait = FIRST_RETRY; !this.#isClosed; wait = Math.min(wait * 2, LONGEST_RETRY)) {
      if (version !== this.#version) return this.flush();
      const way = this.#way;
      const saved = await this.#attempt(() => this.#save(way, chunk));
      if (version !== this.#version) return this.flush();
      if (saved.ok) {
        if (!(await before)) return false;
        if (way === 'rewrite') await this.#sleep(SHOWN_FOR);
        if (this.#way === way) this.#way = 'append';
        this.#tell(null);
        return true;
      }
      const { reason } = saved.error.details;
      if (reason === 'fenced') return false;
      this.#tell(saved.error);
      // Nobody knows what is there after a failure: all that follows the checkpoint takes its place.
      if (this.#way === 'append') this.#way = 'compact';
      if (reason === 'gone' && way !== 'rewrite') this.#way = 'rewrite';
      else await this.#sleep(wait);
    }
    return false;
  }

  async #save(way: Way, chunk: JournalChunk): ReturnType<RunStore['append']> {
    const { store, claim, prove, rewrite, takeCheckpoint } = this.#context;
    if (way === 'append') return store.append(claim, chunk);
    this.#replacements += 1;
    const proof = prove();
    if (way === 'compact') return store.compact(claim, this.#upTo(this.#journaled, proof));
    const isWhole = this.#checkpoint.inputs === 0;
    // Of a run whose first inputs are gone, a checkpoint as of now stands for all that the machine has seen.
    const text = isWhole ? null : takeCheckpoint();
    if (text !== null) this.#forget(proof, text.length);
    else if (!isWhole) return err(storageFailure('gone', ''));
    return rewrite(this.#upTo(this.#journaled, proof), text);
  }

  /** A write that takes long is told of before it is known how it ends. */
  async #attempt(write: () => ReturnType<RunStore['append']>): ReturnType<RunStore['append']> {
    const version = this.#version;
    const late = (): void => {
      if (version === this.#version) this.#tell(storageFailure('timeout', `No answer in ${NOTICE_AFTER} ms`));
    };
    const stop = this.#context.clock.setTimer(NOTICE_AFTER, late);
    const saved = await write();
    stop();
    return saved;
  }

  #tell(trouble: StorageFailure | null): void {
    if (this.#trouble?.message === trouble?.message) return;
    this.#trouble = trouble;
    this.#context.onTrouble(trouble);
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#context.clock.setTimer(ms, resolve);
      this.#wake = () => {
        stop();
        resolve();
      };
    });
  }
}
