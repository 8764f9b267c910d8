import { err, ok, type Result } from '../../../base/index.ts';
import type { Proof } from '../../../driver/index.ts';
import type { RunInput } from '../../../run/index.ts';
import type { RunFacts } from '../facts/RunFacts.ts';
import type { Clock } from '../platform/clock.ts';
import type { HistoryAnswers, HistoryQuestion, RunQuery, RunSummary } from '../protocol/protocol.ts';
import type { Change, Disk, JournalChunk, RunDetails, StoredCheckpoint } from './Disk.ts';
import { readStorageFailure, type StorageFailure, storageFailure } from './storageFailure.ts';

type Stored<T> = Promise<Result<T, StorageFailure>>;

/** Runs with more inputs are not played next to an editor: they would hold up what the worker does besides. */
export const MOST_PLAYED = 4_000;

/** The record of a run, its journal parsed: what is needed to replay or resume it. */
export interface JournaledRun {
  readonly summary: RunSummary;
  readonly details: RunDetails;
  /** Index of the first input: 0, unless only the inputs after a checkpoint were read, or the earlier ones were deleted. */
  readonly from: number;
  /** The inputs from there on, in order, up to the first gap. */
  readonly inputs: readonly RunInput[];
  /** Proofs of the events that the inputs caused. */
  readonly proofs: readonly Proof[];
  /** The text of the checkpoint before the inputs; null without one, or where all inputs were read. */
  readonly checkpoint: string | null;
  /** In how many chunks the inputs are stored. */
  readonly chunkCount: number;
  /** True: there are chunks behind a gap, left by a writer that ended. They must be deleted before inputs are added. */
  readonly hasGap: boolean;
}

/** The run a write is for, and the epoch in which its writer claimed it. */
export interface Claim {
  readonly runId: string;
  readonly epoch: number;
}

/** Consecutive inputs of a journal, and a proof of those that the machine has seen. */
export interface JournalSegment {
  /** Index of the first input. */
  readonly from: number;
  readonly inputs: readonly RunInput[];
  readonly proof: Proof | null;
}

/** The row of a run that has ended, and its facts. */
export interface EndedRecord {
  readonly summary: RunSummary;
  readonly facts: RunFacts;
}

interface Write {
  readonly changes: readonly Change[];
  readonly settle: (result: Result<void, StorageFailure>) => void;
}

/** How long storage may take to answer, in ms. */
const STORAGE_TIMEOUT = 10_000;

/**
 * The store of history and journals. Writes of all runs during a commit are committed together next, in order; each is
 * durable once its promise resolves to ok. Promises never reject, and never stay pending.
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
   * Writes a new run with its first inputs, claimed in epoch 1. Removes a run that could not be stored: its write may only
   * have been slow.
   */
  async create(summary: RunSummary, details: RunDetails, inputs: readonly RunInput[]): Stored<void> {
    const claim = { runId: summary.runId, epoch: 1 };
    const created = await this.rewrite(claim, { summary, details }, { from: 0, inputs, proof: null });
    if (!created.ok) void this.remove(summary.runId);
    return created;
  }

  /**
   * Writes a whole run that is not stored, from its executor; refused where another executor has claimed it. A checkpoint
   * replaces the first inputs where the executor no longer has them.
   */
  rewrite(
    { runId, epoch }: Claim,
    { summary, details }: Pick<JournaledRun, 'summary' | 'details'>,
    journal: JournalSegment,
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

  /** Claims a run for one executor: writes of others are refused from now on. Answers with the epoch; null: the run does not exist or has ended. */
  claim(runId: string): Stored<number | null> {
    return this.#guard(this.#disk.claim(runId));
  }

  /** Appends a chunk to the journal of a run. */
  append({ epoch }: Claim, value: JournalChunk): Stored<void> {
    return this.#write([{ type: 'chunk', value, epoch }]);
  }

  /** Replaces the rest of a journal with one chunk, also what an earlier writer left behind a gap. */
  compact({ runId, epoch }: Claim, journal: JournalSegment): Stored<void> {
    return this.#write([{ type: 'compact', value: toChunk(runId, journal), epoch }]);
  }

  /** Writes a checkpoint after these inputs, and merges their chunks into one, which is faster to read. */
  checkpoint(claim: Claim, journal: JournalSegment, text: string): Stored<void> {
    return this.#write([toCheckpoint(claim, journal, { inputs: journal.from + journal.inputs.length, text })]);
  }

  /** Writes the row of a run that has ended, its facts, and the rest of its journal as one chunk. */
  finish({ runId, epoch }: Claim, { summary, facts }: EndedRecord, journal: JournalSegment): Stored<void> {
    return this.#write([
      { type: 'facts', value: facts },
      { type: 'summary', value: summary, epoch },
      { type: 'compact', value: toChunk(runId, journal), epoch },
    ]);
  }

  /** Writes the row of a run; with an epoch, only while that is the newest. */
  saveSummary(summary: RunSummary, epoch?: number): Stored<void> {
    return this.#write([{ type: 'summary', value: summary, ...(epoch === undefined ? {} : { epoch }) }]);
  }

  /** Keeps a run from being pruned, or no longer. */
  keep(runId: string, isKept: boolean): Stored<void> {
    return this.#write([{ type: 'keep', runId, isKept }]);
  }

  /** Removes a run, and all runs below an outermost one. */
  remove(runId: string): Stored<void> {
    return this.#write([{ type: 'remove', runId }]);
  }

  /** Removes the oldest outermost runs beyond a number, with all below them, except those that are kept, tagged or not finished. */
  prune(keep: number): Stored<void> {
    return this.#write([{ type: 'prune', keep }]);
  }

  /** Newest first. Sees all earlier writes. */
  async list(query: RunQuery = {}): Stored<readonly RunSummary[]> {
    await this.#write([]);
    return this.#guard(this.#disk.list(query));
  }

  /** The row of one run. Sees all earlier writes. */
  async row(runId: string): Stored<RunSummary | null> {
    await this.#write([]);
    return this.#guard(this.#disk.row(runId));
  }

  /** The rows of all runs below an outermost one. Sees all earlier writes. */
  async below(root: string): Stored<readonly RunSummary[]> {
    await this.#write([]);
    return this.#guard(this.#disk.below(root));
  }

  /** Answers from the facts and tags of runs, or changes tags. Sees all earlier writes. */
  async ask<Question extends HistoryQuestion>(question: Question): Stored<HistoryAnswers[Question['op']]> {
    await this.#write([]);
    return this.#guard(this.#disk.ask(question));
  }

  /** A run with all its inputs; null when there is none. Sees all earlier writes. */
  find(runId: string): Stored<JournaledRun | null> {
    return this.#read(runId, false);
  }

  /** The same with its newest checkpoint and the inputs after it alone. */
  findNewest(runId: string): Stored<JournaledRun | null> {
    return this.#read(runId, true);
  }

  async #read(runId: string, isNewest: boolean): Stored<JournaledRun | null> {
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
      // After a timeout, the writes are not tried one by one.
      const isAll = result.ok || group.length === 1 || result.error.details.reason === 'timeout';
      if (isAll) for (const write of group) write.settle(result);
      else await this.#commitEach(group);
    }
    this.#isCommitting = false;
  }

  /** Commits writes one by one, so that one that fails does not fail the others. */
  async #commitEach(group: readonly Write[]): Promise<void> {
    for (const write of group) write.settle(await this.#commit(write.changes));
  }

  async #commit(changes: readonly Change[]): Stored<void> {
    return changes.length === 0 ? ok(undefined) : this.#guard(this.#disk.commit(changes));
  }

  #guard<T>(work: Promise<T>): Stored<T> {
    return new Promise((resolve) => {
      const giveUp = (): void => resolve(err(storageFailure('timeout', `No answer in ${STORAGE_TIMEOUT} ms`)));
      const stop = this.#clock.setTimer(STORAGE_TIMEOUT, giveUp);
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
export function toChunk(runId: string, { from, inputs, proof }: JournalSegment): JournalChunk {
  const chunk = { runId, from, count: inputs.length, inputs: JSON.stringify(inputs) };
  return proof === null ? chunk : { ...chunk, proof };
}

function toCheckpoint(
  { runId, epoch }: Claim,
  journal: JournalSegment,
  { inputs, text }: Omit<StoredCheckpoint, 'runId'>,
): Change {
  return { type: 'checkpoint', value: { runId, inputs, text }, chunk: toChunk(runId, journal), epoch };
}

/** Joins chunks. Of inputs that are stored twice the first copy is read: both are equal. */
function readJournal(
  chunks: readonly JournalChunk[],
  from: number,
): Pick<JournaledRun, 'from' | 'inputs' | 'proofs' | 'hasGap'> {
  const inputs: RunInput[] = [];
  const proofs: Proof[] = [];
  for (const chunk of chunks) {
    if (chunk.from + chunk.count <= from + inputs.length) continue;
    if (chunk.from !== from + inputs.length) return { from, inputs, proofs, hasGap: true };
    // Written only by `toChunk`.
    const stored: readonly RunInput[] = JSON.parse(chunk.inputs);
    for (const input of stored) inputs.push(input);
    if (chunk.proof !== undefined) proofs.push(chunk.proof);
  }
  return { from, inputs, proofs, hasGap: false };
}
