import { isLongJson, type Json } from '../../../base/index.ts';
import type { Driver, Fed, TrackedRun } from '../../../driver/index.ts';
import type { RunInput } from '../../../run/index.ts';
import type { Rest, RunJournal } from '../journal/RunJournal.ts';
import type { CheckpointKeeper } from './CheckpointKeeper.ts';

/** What feeding a run takes. */
export interface FeederParts {
  readonly driver: Driver;
  /** Null: the run is not saved. */
  readonly kept: { readonly journal: RunJournal; readonly keeper: CheckpointKeeper } | null;
  /** Does what follows from an input, as soon as it was fed. */
  readonly onFed: (input: RunInput, fed: Fed) => void;
  /** What a checkpoint has of the host. */
  readonly hostState: () => Json;
  /** Lets others have the thread between two steps of long work; throws where the run is to end here. */
  readonly rest: Rest;
}

/**
 * Makes the inputs of a run durable and feeds them, each once the one before is through: its line of the journal, the digest of its events and
 * a checkpoint are made in steps where they are long.
 */
export class InputFeeder {
  readonly #parts: FeederParts;
  #isAtWork = false;

  constructor(parts: FeederParts) {
    this.#parts = parts;
  }

  /** An input is half way through. */
  get isAtWork(): boolean {
    return this.#isAtWork;
  }

  /** A promise where it takes several steps: to be awaited before the next. Throws, or rejects with, what the journal throws. */
  feed(input: RunInput): Promise<void> | undefined {
    const { kept, driver, rest, onFed } = this.#parts;
    if (kept === null) {
      onFed(input, driver.feed(input));
      return undefined;
    }
    const { journal } = kept;
    const { tracked } = driver;
    // Of a run that was just begun, the start is still to be digested.
    const isBehind = stepDigest(tracked);
    if (!isBehind && !isLongJson(input)) return this.#follow(input, journal.append([input], tracked.proof));
    return this.#inSteps(async () => {
      if (isBehind) await this.#catchUp();
      return this.#follow(input, await journal.appendInSteps([input], tracked.proof, rest));
    });
  }

  /** @param bytes its bytes in the journal */
  #follow(input: RunInput, bytes: number): Promise<void> | undefined {
    const { kept, driver, rest, onFed, hostState } = this.#parts;
    const { tracked } = driver;
    const fed = driver.feed(input);
    onFed(input, fed);
    const { events, more } = fed;
    const isDue = kept?.keeper.note({ bytes, events: events.length, isIdle: !more && driver.isEmpty }) === true;
    // Nothing asks for the digest of a run that has ended.
    if (tracked.isFinished || !(stepDigest(tracked) || isDue)) return undefined;
    return this.#inSteps(async () => {
      await this.#catchUp();
      if (isDue) await kept?.keeper.keep(hostState(), rest);
    });
  }

  /** Digests what is left, of which a first part was digested. */
  async #catchUp(): Promise<void> {
    const { driver, rest } = this.#parts;
    do await rest();
    while (stepDigest(driver.tracked));
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
