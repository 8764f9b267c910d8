import type { RunError, RunEvent, RunInput } from '../../../run/index.ts';
import type { EventDigest, Proof } from '../../EventDigest.ts';
import type { Clock } from '../clock.ts';
import type { Claim, RunStore } from './RunStore.ts';
import { type StorageFailure, storageFailure } from './storageFailure.ts';

/** Where a run's inputs go, and how far they are there. */
export interface WriterContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly claim: Claim;
  /** How many inputs the journal has, all of them seen by the machine. */
  readonly written: number;
  /** Of the events that came of them. */
  readonly digest: EventDigest;
  readonly onTrouble: (trouble: RunError | null) => void;
}

/** Most inputs that wait to be journaled together, where the machine need not wait for them. */
const LARGEST_CHUNK = 100;

/** How long a write may take before the person is told, in ms. */
const NOTICE_AFTER = 700;

/** The first and the longest wait before a failed write is tried again, in ms. */
const FIRST_RETRY = 250;
const LONGEST_RETRY = 5_000;

/**
 * Writes one run's journal, in order. A write that fails is tried again until it succeeds: nothing after it is written
 * before. When another tab has claimed the run, nothing is written any more.
 */
export class JournalWriter {
  readonly #context: WriterContext;
  /** On their way to the machine, not yet to the journal. */
  #waiting: RunInput[] = [];
  #journaled: number;
  #seen: number;
  #isClosed = false;
  #isUnproven = false;
  #trouble: StorageFailure | null = null;
  #writing: Promise<boolean> = Promise.resolve(true);
  #wake: (() => void) | null = null;

  constructor(context: WriterContext) {
    this.#context = context;
    this.#journaled = context.written;
    this.#seen = context.written;
  }

  get isFull(): boolean {
    return this.#waiting.length >= LARGEST_CHUNK;
  }

  /** True while storage fails. */
  get isStuck(): boolean {
    return this.#trouble !== null;
  }

  /** What came of the inputs so far; null once the machine did not see all of them. */
  get proof(): Proof | null {
    const { digest } = this.#context;
    return this.#isUnproven ? null : { inputs: this.#seen, events: digest.count, digest: digest.value() };
  }

  /** From now on nothing is said of what comes of the inputs. */
  forgetProof(): void {
    this.#isUnproven = true;
  }

  add(inputs: readonly RunInput[]): void {
    for (const input of inputs) this.#waiting.push(input);
  }

  /** Takes note of what came of the next input. */
  note(events: readonly RunEvent[]): void {
    this.#seen += 1;
    this.#context.digest.add(events);
  }

  /** Settles once all that was added is durable; false when it never will be here. */
  flush(): Promise<boolean> {
    const inputs = this.#waiting;
    if (inputs.length > 0) {
      const from = this.#journaled;
      const { proof } = this;
      this.#waiting = [];
      this.#journaled += inputs.length;
      const before = this.#writing;
      this.#writing = this.#write(from, { inputs, proof }, before);
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

  async #write(
    from: number,
    written: { readonly inputs: readonly RunInput[]; readonly proof: Proof | null },
    before: Promise<boolean>,
  ): Promise<boolean> {
    const { store, claim } = this.#context;
    // While all goes well writes may overlap: the store keeps their order and commits them together.
    if (this.#trouble !== null) await before;
    for (let wait = FIRST_RETRY; !this.#isClosed; wait = Math.min(wait * 2, LONGEST_RETRY)) {
      const saved = await this.#attempt(() => store.append(claim, from, written));
      if (saved.ok) {
        this.#tell(null);
        return before;
      }
      if (saved.error.details.reason === 'fenced') return false;
      this.#tell(saved.error);
      await this.#sleep(wait);
    }
    return false;
  }

  /** A write that takes long is told of before it is known how it ends. */
  async #attempt(write: () => ReturnType<RunStore['append']>): ReturnType<RunStore['append']> {
    const late = (): void => this.#tell(storageFailure('timeout', `No answer in ${NOTICE_AFTER} ms`));
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
