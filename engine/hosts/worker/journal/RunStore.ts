import { err, ok, type Result } from '../../../base/index.ts';
import type { RunInput } from '../../../run/index.ts';
import type { Proof } from '../../EventDigest.ts';
import type { Clock } from '../platform/clock.ts';
import type { RunQuery, RunSummary } from '../protocol/protocol.ts';
import type { Change, Disk, JournalChunk, RunDetails, StoredCheckpoint } from './Disk.ts';
import { readStorageFailure, type StorageFailure, storageFailure } from './storageFailure.ts';

type Stored<T> = Promise<Result<T, StorageFailure>>;

/** A run as it can be replayed. */
export interface JournaledRun {
  readonly summary: RunSummary;
  readonly details: RunDetails;
  /** Place of the first input: 0, unless only what came after a checkpoint was read, or all before it is gone. */
  readonly from: number;
  /** Everything that reached the run from there on, in order, up to the first gap. */
  readonly inputs: readonly RunInput[];
  /** What its writers saw come of them. */
  readonly proofs: readonly Proof[];
  /** The text of the checkpoint that the inputs follow; null where there is none, or all were read. */
  readonly checkpoint: string | null;
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
  /** Place of the first. */
  readonly from: number;
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
    const created = await this.rewrite(claim, { summary, details }, { from: 0, inputs, proof: null });
    if (!created.ok) void this.remove(summary.runId);
    return created;
  }

  /**
   * Writes all of a run that is not there, as its executor knows it; refused where another one has claimed it. Where it
   * no longer knows the first inputs, a checkpoint stands for them.
   */
  rewrite(
    { runId, epoch }: Claim,
    { summary, details }: Pick<JournaledRun, 'summary' | 'details'>,
    journal: Written,
    checkpoint: string | null = null,
  ): Stored<void> {
    return this.#write([
      { type: 'claim', runId, epoch },
      { type: 'summary', value: summary, epoch },
      { type: 'details', value: details },
      checkpoint === null
        ? { type: 'compact', value: toChunk(runId, journal), epoch }
        : toCheckpoint({ runId, epoch }, journal, { inputs: journal.from, text: checkpoint }),
    ]);
  }

  /** Claims a run for one executor: what another one writes to it is refused from now on. Answers with the epoch; null: no such run is unfinished. */
  claim(runId: string): Stored<number | null> {
    return this.#guard(this.#disk.claim(runId));
  }

  /** Adds a chunk of inputs to a run's journal. */
  append({ epoch }: Claim, value: JournalChunk): Stored<void> {
    return this.#write([{ type: 'chunk', value, epoch }]);
  }

  /** Puts the rest of a journal into one chunk: what an earlier writer left behind a gap is gone after that. */
  compact({ runId, epoch }: Claim, journal: Written): Stored<void> {
    return this.#write([{ type: 'compact', value: toChunk(runId, journal), epoch }]);
  }

  /** Writes a checkpoint after the last of these inputs, which go into one chunk: so many small ones need not be read. */
  checkpoint(claim: Claim, journal: Written, text: string): Stored<void> {
    return this.#write([toCheckpoint(claim, journal, { inputs: journal.from + journal.inputs.length, text })]);
  }

  /** Writes the row of a run that is over, and the rest of its journal in one chunk. */
  finish({ runId, epoch }: Claim, summary: RunSummary, journal: Written): Stored<void> {
    return this.#write([
      { type: 'summary', value: summary, epoch },
      { type: 'compact', value: toChunk(runId, journal), epoch },
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

  /** Null when there is none; writes that were asked for before are in it. `isNewest`: only what came after its checkpoint. */
  async find(runId: string, isNewest = false): Stored<JournaledRun | null> {
    await this.#write([]);
    const found = await this.#guard(this.#disk.find(runId, isNewest));
    if (!found.ok || found.value === null) return found.ok ? ok(null) : found;
    const { summary, details, checkpoint, chunks } = found.value;
    const from = checkpoint?.inputs ?? chunks[0]?.from ?? 0;
    const text = checkpoint?.text ?? null;
    return ok({ summary, details, ...readJournal(chunks, from), checkpoint: text, chunkCount: chunks.length });
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

/** Inputs as they are stored. */
export function toChunk(runId: string, { from, inputs, proof }: Written): JournalChunk {
  const chunk = { runId, from, count: inputs.length, inputs: JSON.stringify(inputs) };
  return proof === null ? chunk : { ...chunk, proof };
}

function toCheckpoint(
  { runId, epoch }: Claim,
  journal: Written,
  { inputs, text }: Omit<StoredCheckpoint, 'runId'>,
): Change {
  return { type: 'checkpoint', value: { runId, inputs, text }, chunk: toChunk(runId, journal), epoch };
}

/** Of inputs that are stored twice the first ones count: the pieces say the same. */
function readJournal(
  chunks: readonly JournalChunk[],
  from: number,
): Pick<JournaledRun, 'from' | 'inputs' | 'proofs' | 'hasGap'> {
  const inputs: RunInput[] = [];
  const proofs: Proof[] = [];
  for (const chunk of chunks) {
    if (chunk.from + chunk.count <= from + inputs.length) continue;
    if (chunk.from !== from + inputs.length) return { from, inputs, proofs, hasGap: true };
    // Written by `toChunk` alone.
    const stored: readonly RunInput[] = JSON.parse(chunk.inputs);
    for (const input of stored) inputs.push(input);
    if (chunk.proof !== undefined) proofs.push(chunk.proof);
  }
  return { from, inputs, proofs, hasGap: false };
}
