import type { RunError, RunInput } from '../../../run/index.ts';
import type { Proof } from '../../EventDigest.ts';
import type { Clock } from '../clock.ts';
import type { Claim, RunStore, Written } from './RunStore.ts';
import { type StorageFailure, storageFailure } from './storageFailure.ts';

/** Where a run's inputs go, and how far they are there. */
export interface WriterContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly claim: Claim;
  /** What the journal has, all of it seen by the machine. */
  readonly written: readonly RunInput[];
  /** What came of those that the machine has seen. */
  readonly prove: () => Proof;
  /** Stores all of the run again, after its records were deleted. */
  readonly rewrite: (journal: Written) => ReturnType<RunStore['rewrite']>;
  readonly onTrouble: (trouble: RunError | null) => void;
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
 * Writes one run's journal, in order. A write that fails is tried again until it succeeds, and counts only once those
 * before it did. What it wrote it keeps, so that nothing is lost when records are deleted. When another tab has claimed
 * the run, nothing is written any more.
 */
export class JournalWriter {
  readonly #context: WriterContext;
  /** All there are: those the machine has seen, then those on their way to it. */
  readonly #inputs: RunInput[];
  /** How many of them are in the journal, or being written to it. */
  #journaled: number;
  #way: Way = 'append';
  /** How often inputs were taken back: what was being written then is not waited for. */
  #version = 0;
  #isClosed = false;
  #trouble: StorageFailure | null = null;
  #writing: Promise<boolean> = Promise.resolve(true);
  #wake: (() => void) | null = null;

  constructor(context: WriterContext) {
    this.#context = context;
    this.#inputs = [...context.written];
    this.#journaled = this.#inputs.length;
  }

  get isFull(): boolean {
    return this.#inputs.length - this.#journaled >= LARGEST_CHUNK;
  }

  /** True while storage fails. */
  get isStuck(): boolean {
    return this.#trouble !== null;
  }

  /** What the machine has seen, stored or not, and what came of it. */
  get journal(): { readonly inputs: readonly RunInput[]; readonly proof: Proof } {
    const proof = this.#context.prove();
    return { inputs: this.#inputs.slice(0, proof.inputs), proof };
  }

  add(inputs: readonly RunInput[]): void {
    for (const input of inputs) this.#inputs.push(input);
  }

  /** Takes back what the machine has not seen, whether it was stored or not; the journal is written anew without it. */
  takeBack(): void {
    this.#inputs.length = this.#context.prove().inputs;
    this.#journaled = Math.min(this.#journaled, this.#inputs.length);
    this.#version += 1;
    if (this.#way === 'append') this.#way = 'compact';
    this.#writing = Promise.resolve(true);
    this.#wake?.();
  }

  /** Settles once all that was added is durable; false when it never will be here. */
  flush(): Promise<boolean> {
    const from = this.#journaled;
    if (from < this.#inputs.length) {
      const inputs = this.#inputs.slice(from);
      this.#journaled = this.#inputs.length;
      const before = this.#writing;
      this.#writing = this.#write(from, { inputs, proof: this.#context.prove() }, before);
    }
    return this.#writing;
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

  async #write(from: number, written: Written, before: Promise<boolean>): Promise<boolean> {
    const version = this.#version;
    // While all goes well writes may overlap: the store keeps their order and commits them together.
    if (this.#trouble !== null && !(await before)) return false;
    for (let wait = FIRST_RETRY; !this.#isClosed; wait = Math.min(wait * 2, LONGEST_RETRY)) {
      if (version !== this.#version) return this.flush();
      const way = this.#way;
      const saved = await this.#attempt(() => this.#save(way, from, written));
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
      if (reason === 'gone' && way !== 'rewrite') this.#way = 'rewrite';
      else await this.#sleep(wait);
    }
    return false;
  }

  #save(way: Way, from: number, written: Written): ReturnType<RunStore['append']> {
    const { store, claim, rewrite } = this.#context;
    if (way === 'append') return store.append(claim, from, written);
    const all = { inputs: this.#inputs.slice(0, this.#journaled), proof: this.#context.prove() };
    return way === 'compact' ? store.compact(claim, all) : rewrite(all);
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
