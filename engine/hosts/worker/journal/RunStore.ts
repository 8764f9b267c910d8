import { err, ok, type Result } from '../../../base/index.ts';
import type { RunInput } from '../../../run/index.ts';
import type { Clock } from '../clock.ts';
import type { RunSummary } from '../protocol.ts';
import type { Change, Disk, JournalChunk, RunDetails } from './Disk.ts';
import { readStorageFailure, type StorageFailure, storageFailure } from './storageFailure.ts';

type Stored<T> = Promise<Result<T, StorageFailure>>;

/** A run as it can be replayed. */
export interface JournaledRun {
  readonly summary: RunSummary;
  readonly details: RunDetails;
  /** Everything that ever reached the run, in order, up to the first gap. */
  readonly inputs: readonly RunInput[];
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

  /** Writes a new run with its first input. */
  create(summary: RunSummary, details: RunDetails, first: RunInput): Stored<void> {
    const chunk = toChunk(summary.runId, 0, [first]);
    return this.#write([
      { type: 'summary', value: summary },
      { type: 'details', value: details },
      { type: 'chunk', value: chunk },
    ]);
  }

  /** Adds inputs to a run's journal; `from` is the place of the first. */
  append(runId: string, from: number, inputs: readonly RunInput[]): Stored<void> {
    return this.#write([{ type: 'chunk', value: toChunk(runId, from, inputs) }]);
  }

  saveSummary(summary: RunSummary): Stored<void> {
    return this.#write([{ type: 'summary', value: summary }]);
  }

  remove(runId: string): Stored<void> {
    return this.#write([{ type: 'remove', runId }]);
  }

  /** Newest first; writes that were asked for before are in it. */
  async list(): Stored<readonly RunSummary[]> {
    await this.#committing;
    return this.#guard(this.#disk.list());
  }

  /** Null when there is none; writes that were asked for before are in it. */
  async find(runId: string): Stored<JournaledRun | null> {
    await this.#committing;
    const found = await this.#guard(this.#disk.find(runId));
    if (!found.ok || found.value === null) return found.ok ? ok(null) : found;
    const { summary, details, chunks } = found.value;
    return ok({ summary, details, inputs: readInputs(chunks) });
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

function toChunk(runId: string, from: number, inputs: readonly RunInput[]): JournalChunk {
  return { runId, from, count: inputs.length, inputs: JSON.stringify(inputs) };
}

function readInputs(chunks: readonly JournalChunk[]): readonly RunInput[] {
  const inputs: RunInput[] = [];
  for (const chunk of chunks) {
    if (chunk.from !== inputs.length) break;
    // Written by `toChunk` alone.
    const stored: readonly RunInput[] = JSON.parse(chunk.inputs);
    for (const input of stored) inputs.push(input);
  }
  return inputs;
}
