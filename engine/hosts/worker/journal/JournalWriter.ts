import { err } from '../../../base/index.ts';
import type { Proof, TrackedRun } from '../../../driver/index.ts';
import type { RunError, RunInput } from '../../../run/index.ts';
import type { Restoration } from '../../feedRun.ts';
import { isCheckpointDue } from '../../isCheckpointDue.ts';
import type { Clock } from '../platform/clock.ts';
import type { JournalChunk } from './Disk.ts';
import { type Claim, type JournalSegment, type RunStore, toChunk } from './RunStore.ts';
import { type StorageFailure, storageFailure } from './storageFailure.ts';

/** The journal of a run: its store, and what is stored already. */
export interface WriterContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly claim: Claim;
  /** The run with what is stored of it: its checkpoint, and the inputs after that. */
  readonly restored: Pick<Restoration, 'checkpoint' | 'inputs' | 'events'> & {
    readonly tracked: Pick<TrackedRun, 'proof'>;
  };
  /** The text of a checkpoint of the run; null where none can be taken. */
  readonly takeCheckpoint: () => string | null;
  /** Stores the whole run again, after its records were deleted; the checkpoint replaces the inputs that are no longer in memory. */
  readonly rewrite: (journal: JournalSegment, checkpoint: string | null) => ReturnType<RunStore['rewrite']>;
  readonly onTrouble: (trouble: RunError | null) => void;
  /** Another tab has claimed the run. */
  readonly onLost: () => void;
}

/** A stored checkpoint, without its text. */
interface WrittenCheckpoint {
  /** How many inputs it covers, and how many events they caused. */
  readonly inputs: number;
  readonly events: number;
  /** Characters of its text. */
  readonly size: number;
}

const NO_CHECKPOINT: WrittenCheckpoint = { inputs: 0, events: 0, size: 0 };

/** Most inputs that are batched before a write, where the machine does not wait for them. */
const LARGEST_CHUNK = 100;

/** How long a write may take before it is reported to the user, in ms. */
const NOTICE_AFTER = 700;

/** The first and the longest delay before a failed write is retried, in ms. */
const FIRST_RETRY = 250;
const LONGEST_RETRY = 5_000;

/** How long a run stays blocked after its deleted records were written again, in ms: so that the user notices. */
const SHOWN_FOR = 2_000;

/** What a write does: append inputs, replace all after the checkpoint, or store a deleted run again. */
type WriteMode = 'append' | 'compact' | 'rewrite';

/**
 * Writes the journal of one run, in order, and its checkpoints. A write that fails is retried until it succeeds, and counts
 * only once all earlier ones did; a checkpoint that fails is dropped. The inputs since the newest checkpoint are kept in
 * memory: when records are deleted, the run is stored again with these and a checkpoint that replaces the earlier ones.
 * Once another tab has claimed the run, nothing more is written.
 */
export class JournalWriter {
  readonly #context: WriterContext;
  #checkpoint: WrittenCheckpoint;
  /** All inputs after the checkpoint: those the machine has seen, then those that wait for the journal. */
  #inputs: RunInput[];
  /** How many inputs are in the journal or being written to it, with those before the checkpoint. */
  #journaled: number;
  /** Characters of the journal since the checkpoint. */
  #size: number;
  #isWritingCheckpoint = false;
  /** The run became idle while a checkpoint was being written: another one may be due after it. */
  #isIdleMeanwhile = false;
  /** How often the inputs after the checkpoint were replaced: a checkpoint that was being written then is not used. */
  #replacements = 0;
  #mode: WriteMode = 'append';
  /** How often inputs were discarded: writes in flight then are not awaited. */
  #version = 0;
  #isClosed = false;
  #trouble: StorageFailure | null = null;
  #writing: Promise<boolean> = Promise.resolve(true);
  #wake: (() => void) | null = null;

  constructor(context: WriterContext) {
    this.#context = context;
    const { tracked, checkpoint, inputs, events } = context.restored;
    const before = tracked.proof.events - events.length;
    this.#checkpoint = checkpoint === null ? NO_CHECKPOINT : { ...checkpoint, events: before };
    this.#inputs = [...inputs];
    this.#journaled = this.#count;
    this.#size = JSON.stringify(inputs).length;
  }

  /** A proof of the inputs that the machine has seen. */
  get #proof(): Proof {
    return this.#context.restored.tracked.proof;
  }

  /** The number of inputs, with those before the checkpoint. */
  get #count(): number {
    return this.#checkpoint.inputs + this.#inputs.length;
  }

  /** True while storage fails. */
  get isStuck(): boolean {
    return this.#trouble !== null;
  }

  /** The inputs that the machine has seen since the checkpoint, stored or not, with their proof. */
  get journal(): JournalSegment & { readonly proof: Proof } {
    const proof = this.#proof;
    return this.#upTo(proof.inputs, proof);
  }

  #upTo<Known extends Proof | null>(count: number, proof: Known): JournalSegment & { readonly proof: Known } {
    const from = this.#checkpoint.inputs;
    return { from, inputs: this.#inputs.slice(0, count - from), proof };
  }

  add(inputs: readonly RunInput[]): void {
    for (const input of inputs) this.#inputs.push(input);
  }

  /** Adds inputs, and resolves once they may be fed: once they are durable, but for `run.continued`, of which only the order matters. */
  async record(inputs: readonly RunInput[]): Promise<void> {
    this.add(inputs);
    const mustWait = inputs.some((input) => input.type !== 'run.continued');
    if (mustWait) await this.flush();
    else if (this.#count - this.#journaled >= LARGEST_CHUNK) void this.flush();
  }

  /** Discards the inputs that the machine has not seen, stored or not; the journal is rewritten without them. */
  discardUnfed(): void {
    this.#inputs.length = this.#proof.inputs - this.#checkpoint.inputs;
    this.#journaled = Math.min(this.#journaled, this.#count);
    this.#version += 1;
    if (this.#mode === 'append') this.#mode = 'compact';
    this.#writing = Promise.resolve(true);
    this.#wake?.();
  }

  /** Resolves once all added inputs are durable; false where another tab has claimed the run, or after `close`. */
  flush(): Promise<boolean> {
    const from = this.#journaled;
    if (from < this.#count) {
      const inputs = this.#inputs.slice(from - this.#checkpoint.inputs);
      const chunk = toChunk(this.#context.claim.runId, { from, inputs, proof: this.#proof });
      this.#journaled = this.#count;
      this.#size += chunk.inputs.length;
      this.#writing = this.#write(chunk, this.#writing);
    }
    return this.#writing;
  }

  /** Writes a checkpoint if one is due and the machine has seen all inputs. Does not wait for the write. */
  writeCheckpoint(isIdle: boolean): void {
    const proof = this.#proof;
    this.#isIdleMeanwhile = isIdle && this.#isWritingCheckpoint;
    if (this.#isWritingCheckpoint || this.isStuck || proof.inputs !== this.#count) return;
    const { events, size } = this.#checkpoint;
    const since = { inputs: this.#inputs.length, events: proof.events - events, size: this.#size };
    if (!isCheckpointDue(since, size, isIdle)) return;
    const text = this.#context.takeCheckpoint();
    // A checkpoint that is larger than expected, or cannot be taken yet, is due after more inputs.
    this.#checkpoint = { ...this.#checkpoint, size: text?.length ?? since.size + since.events };
    if (text !== null && isCheckpointDue(since, text.length, isIdle))
      void this.#saveCheckpoint(text, proof, since.size);
  }

  async #saveCheckpoint(text: string, proof: Proof, journalSize: number): Promise<void> {
    const { store, claim } = this.#context;
    const replacements = this.#replacements;
    this.#isWritingCheckpoint = true;
    // A chunk must end where the checkpoint does.
    void this.flush();
    const saved = await store.checkpoint(claim, this.#upTo(proof.inputs, proof), text);
    this.#isWritingCheckpoint = false;
    if (!saved.ok || replacements !== this.#replacements) return;
    this.#size -= journalSize;
    this.#forget(proof, text.length);
    if (this.#isIdleMeanwhile) this.writeCheckpoint(true);
  }

  /** Drops the inputs that a checkpoint covers from memory. */
  #forget({ inputs, events }: Proof, size: number): void {
    this.#inputs = this.#inputs.slice(inputs - this.#checkpoint.inputs);
    this.#checkpoint = { inputs, events, size };
  }

  /** Retries a failed write immediately. */
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
    // Unless a write failed, writes may overlap: the store keeps their order and commits them together.
    if (this.#trouble !== null && !(await before)) return false;
    for (let wait = FIRST_RETRY; !this.#isClosed; wait = Math.min(wait * 2, LONGEST_RETRY)) {
      if (version !== this.#version) return this.flush();
      const mode = this.#mode;
      const saved = await this.#attempt(() => this.#save(mode, chunk));
      if (version !== this.#version) return this.flush();
      if (saved.ok) {
        if (!(await before)) return false;
        if (mode === 'rewrite') await this.#sleep(SHOWN_FOR);
        if (this.#mode === mode) this.#mode = 'append';
        this.#report(null);
        return true;
      }
      const { reason } = saved.error.details;
      if (reason === 'fenced') {
        this.#context.onLost();
        return false;
      }
      this.#report(saved.error);
      // After a failure it is unknown what was stored: the next write replaces all inputs after the checkpoint.
      if (this.#mode === 'append') this.#mode = 'compact';
      if (reason === 'gone' && mode !== 'rewrite') this.#mode = 'rewrite';
      else await this.#sleep(wait);
    }
    return false;
  }

  async #save(mode: WriteMode, chunk: JournalChunk): ReturnType<RunStore['append']> {
    const { store, claim, rewrite, takeCheckpoint } = this.#context;
    if (mode === 'append') return store.append(claim, chunk);
    this.#replacements += 1;
    const proof = this.#proof;
    if (mode === 'compact') return store.compact(claim, this.#upTo(this.#journaled, proof));
    const isWhole = this.#checkpoint.inputs === 0;
    // Without the first inputs, a new checkpoint replaces all that the machine has seen.
    const text = isWhole ? null : takeCheckpoint();
    if (text !== null) this.#forget(proof, text.length);
    else if (!isWhole) return err(storageFailure('gone', ''));
    return rewrite(this.#upTo(this.#journaled, proof), text);
  }

  /** Reports a write that takes long, before its result is known. */
  async #attempt(write: () => ReturnType<RunStore['append']>): ReturnType<RunStore['append']> {
    const version = this.#version;
    const late = (): void => {
      if (version === this.#version) this.#report(storageFailure('timeout', `No answer in ${NOTICE_AFTER} ms`));
    };
    const stop = this.#context.clock.setTimer(NOTICE_AFTER, late);
    const saved = await write();
    stop();
    return saved;
  }

  #report(trouble: StorageFailure | null): void {
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
