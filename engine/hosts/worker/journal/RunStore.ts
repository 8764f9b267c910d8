import { err, ok, type Result } from '../../../base/index.ts';
import type { RunInput } from '../../../run/index.ts';
import type { Proof } from '../../EventDigest.ts';
import type { Clock } from '../clock.ts';
import type { RunQuery, RunSummary } from '../protocol.ts';
import type { Change, Disk, JournalChunk, RunDetails } from './Disk.ts';
import { readStorageFailure, type StorageFailure, storageFailure } from './storageFailure.ts';

type Stored<T> = Promise<Result<T, StorageFailure>>;

/** A run as it can be replayed. */
export interface JournaledRun {
  readonly summary: RunSummary;
  readonly details: RunDetails;
  /** Everything that ever reached the run, in order, up to the first gap. */
  readonly inputs: readonly RunInput[];
  /** What its writers saw come of them. */
  readonly proofs: readonly Proof[];
  /** In how many pieces it is stored. */
  readonly chunkCount: number;
  /** True: pieces lie behind a gap, left by a writer that ended. They must go before anything is added. */
  readonly hasGap: boolean;
}

/** The run a write is for, and the epoch in which its writer claimed it. */
export interface Claim {
  readonly runId: string;
  readonly epoch: number;
}

/** Inputs on their way to the journal, and what came of those the machine has seen. */
export interface Written {
  readonly inputs: readonly RunInput[];
  readonly proof: Proof | null;
}

interface Write {
  readonly changes: readonly Change[];
  readonly settle: (result: Result<void, StorageFailure>) => void;
}

/** How long storage may take to answer, in ms. */
const PATIENCE = 10_000;

/**
 * History and journals. Writes of all runs that come while a commit is under way go into the next one together, in
 * order; each is durable when its promise says ok. Nothing rejects, nothing hangs.
 */
export class RunStore {
  readonly #disk: Disk;
  readonly #clock: Clock;
  #waiting: Write[] = [];
  #isCommitting = false;

  constructor(disk: Disk, clock: Clock) {
    this.#disk = disk;
    this.#clock = clock;
  }

  /**
   * Writes a new run with its first inputs, claimed in epoch 1. A run that could not be stored is not there later either,
   * as one would be whose write was only slow.
   */
  async create(summary: RunSummary, details: RunDetails, inputs: readonly RunInput[]): Stored<void> {
    const claim = { runId: summary.runId, epoch: 1 };
    const created = await this.rewrite(claim, { summary, details }, { inputs, proof: null });
    if (!created.ok) void this.remove(summary.runId);
    return created;
  }

  /** Writes all of a run that is not there, as its executor knows it; refused where another one has claimed it. */
  rewrite(
    { runId, epoch }: Claim,
    { summary, details }: Pick<JournaledRun, 'summary' | 'details'>,
    journal: Written,
  ): Stored<void> {
    return this.#write([
      { type: 'claim', runId, epoch },
      { type: 'summary', value: summary, epoch },
      { type: 'details', value: details },
      { type: 'compact', value: toChunk(runId, 0, journal), epoch },
    ]);
  }

  /** Claims a run for one executor: what another one writes to it is refused from now on. Answers with the epoch; null: no such run is unfinished. */
  claim(runId: string): Stored<number | null> {
    return this.#guard(this.#disk.claim(runId));
  }

  /** Adds inputs to a run's journal; `from` is the place of the first. */
  append({ runId, epoch }: Claim, from: number, { inputs, proof }: Written): Stored<void> {
    return this.#write([{ type: 'chunk', value: toChunk(runId, from, { inputs, proof }), epoch }]);
  }

  /** Puts a journal into one chunk: what an earlier writer left behind a gap is gone after that. */
  compact({ runId, epoch }: Claim, journal: Written): Stored<void> {
    return this.#write([{ type: 'compact', value: toChunk(runId, 0, journal), epoch }]);
  }

  /** Writes the row of a run that is over, and its journal in one chunk. */
  finish({ runId, epoch }: Claim, summary: RunSummary, journal: Written): Stored<void> {
    return this.#write([
      { type: 'summary', value: summary, epoch },
      { type: 'compact', value: toChunk(runId, 0, journal), epoch },
    ]);
  }

  /** Writes a run's row; with an epoch, only while it is the newest. */
  saveSummary(summary: RunSummary, epoch?: number): Stored<void> {
    return this.#write([{ type: 'summary', value: summary, ...(epoch === undefined ? {} : { epoch }) }]);
  }

  /** Keeps a run for ever, or no longer. */
  keep(runId: string, isKept: boolean): Stored<void> {
    return this.#write([{ type: 'keep', runId, isKept }]);
  }

  remove(runId: string): Stored<void> {
    return this.#write([{ type: 'remove', runId }]);
  }

  /** Removes the oldest runs beyond a number, but none that is kept or not finished. */
  prune(keep: number): Stored<void> {
    return this.#write([{ type: 'prune', keep }]);
  }

  /** Newest first; writes that were asked for before are in it. */
  async list(query: RunQuery = {}): Stored<readonly RunSummary[]> {
    await this.#write([]);
    return this.#guard(this.#disk.list(query));
  }

  /** Null when there is none; writes that were asked for before are in it. */
  async find(runId: string): Stored<JournaledRun | null> {
    await this.#write([]);
    const found = await this.#guard(this.#disk.find(runId));
    if (!found.ok || found.value === null) return found.ok ? ok(null) : found;
    const { summary, details, chunks } = found.value;
    return ok({ summary, details, ...readJournal(chunks), chunkCount: chunks.length });
  }

  #write(changes: readonly Change[]): Stored<void> {
    return new Promise((settle) => {
      this.#waiting.push({ changes, settle });
      if (!this.#isCommitting) void this.#commitAll();
    });
  }

  async #commitAll(): Promise<void> {
    this.#isCommitting = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      const result = await this.#commit(group.flatMap((write) => write.changes));
      // Storage that does not answer is not asked once more for each.
      const isAll = result.ok || group.length === 1 || result.error.details.reason === 'timeout';
      if (isAll) for (const write of group) write.settle(result);
      else await this.#commitEach(group);
    }
    this.#isCommitting = false;
  }

  /** One write that cannot be stored must not take others with it. */
  async #commitEach(group: readonly Write[]): Promise<void> {
    for (const write of group) write.settle(await this.#commit(write.changes));
  }

  async #commit(changes: readonly Change[]): Stored<void> {
    return changes.length === 0 ? ok(undefined) : this.#guard(this.#disk.commit(changes));
  }

  #guard<T>(work: Promise<T>): Stored<T> {
    return new Promise((resolve) => {
      const giveUp = (): void => resolve(err(storageFailure('timeout', `No answer in ${PATIENCE} ms`)));
      const stop = this.#clock.setTimer(PATIENCE, giveUp);
      const settle = (result: Result<T, StorageFailure>): void => {
        stop();
        resolve(result);
      };
      work.then(
        (value) => settle(ok(value)),
        (error: unknown) => settle(err(readStorageFailure(error))),
      );
    });
  }
}

function toChunk(runId: string, from: number, { inputs, proof }: Written): JournalChunk {
  const chunk = { runId, from, count: inputs.length, inputs: JSON.stringify(inputs) };
  return proof === null ? chunk : { ...chunk, proof };
}

/** Of inputs that are stored twice the first ones count: the pieces say the same. */
function readJournal(chunks: readonly JournalChunk[]): Pick<JournaledRun, 'inputs' | 'proofs' | 'hasGap'> {
  const inputs: RunInput[] = [];
  const proofs: Proof[] = [];
  for (const chunk of chunks) {
    if (chunk.from + chunk.count <= inputs.length) continue;
    if (chunk.from !== inputs.length) return { inputs, proofs, hasGap: true };
    // Written by `toChunk` alone.
    const stored: readonly RunInput[] = JSON.parse(chunk.inputs);
    for (const input of stored) inputs.push(input);
    if (chunk.proof !== undefined) proofs.push(chunk.proof);
  }
  return { inputs, proofs, hasGap: false };
}
