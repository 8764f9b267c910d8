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
}

/** The run a write is for, and the epoch in which its writer claimed it. */
export interface Claim {
  readonly runId: string;
  readonly epoch: number;
}

/** Inputs on their way to the journal, and what came of those the machine has seen. */
interface Written {
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
  #committing = Promise.resolve();

  constructor(disk: Disk, clock: Clock) {
    this.#disk = disk;
    this.#clock = clock;
  }

  /** Writes a new run with its first inputs. */
  create(summary: RunSummary, details: RunDetails, inputs: readonly RunInput[]): Stored<void> {
    return this.#write([
      { type: 'summary', value: summary },
      { type: 'details', value: details },
      { type: 'chunk', value: toChunk(summary.runId, 0, { inputs, proof: null }) },
    ]);
  }

  /** Claims a run for one executor: what another one writes to it is refused from now on. Answers with the epoch. */
  claim(runId: string): Stored<number> {
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

  /** Writes a run's row; with an epoch, only while it is the newest. */
  saveSummary(summary: RunSummary, epoch?: number): Stored<void> {
    return this.#write([{ type: 'summary', value: summary, ...(epoch === undefined ? {} : { epoch }) }]);
  }

  remove(runId: string): Stored<void> {
    return this.#write([{ type: 'remove', runId }]);
  }

  /** Newest first; writes that were asked for before are in it. */
  async list(query: RunQuery = {}): Stored<readonly RunSummary[]> {
    await this.#committing;
    return this.#guard(this.#disk.list(query));
  }

  /** Null when there is none; writes that were asked for before are in it. */
  async find(runId: string): Stored<JournaledRun | null> {
    await this.#committing;
    const found = await this.#guard(this.#disk.find(runId));
    if (!found.ok || found.value === null) return found.ok ? ok(null) : found;
    const { summary, details, chunks } = found.value;
    return ok({ summary, details, ...readJournal(chunks), chunkCount: chunks.length });
  }

  #write(changes: readonly Change[]): Stored<void> {
    return new Promise((settle) => {
      this.#waiting.push({ changes, settle });
      if (!this.#isCommitting) this.#committing = this.#commitAll();
    });
  }

  async #commitAll(): Promise<void> {
    this.#isCommitting = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      const result = await this.#commit(group.flatMap((write) => write.changes));
      if (result.ok || group.length === 1) for (const write of group) write.settle(result);
      else await this.#commitEach(group);
    }
    this.#isCommitting = false;
  }

  /** One write that cannot be stored must not take others with it. */
  async #commitEach(group: readonly Write[]): Promise<void> {
    for (const write of group) write.settle(await this.#commit(write.changes));
  }

  #commit(changes: readonly Change[]): Stored<void> {
    return this.#guard(this.#disk.commit(changes));
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

function readJournal(chunks: readonly JournalChunk[]): Pick<JournaledRun, 'inputs' | 'proofs'> {
  const inputs: RunInput[] = [];
  const proofs: Proof[] = [];
  for (const chunk of chunks) {
    if (chunk.from !== inputs.length) break;
    // Written by `toChunk` alone.
    const stored: readonly RunInput[] = JSON.parse(chunk.inputs);
    for (const input of stored) inputs.push(input);
    if (chunk.proof !== undefined) proofs.push(chunk.proof);
  }
  return { inputs, proofs };
}
