import { err, ok, type Result } from '../../../../base/index.ts';
import { Exposure } from '../../../../effects/index.ts';
import type { RunError } from '../../../../run/index.ts';
import type { JournaledRun } from '../../journal/RunStore.ts';
import { isStorageError, readStorageFailure, storageFailure } from '../../journal/storageFailure.ts';
import type { RunLock } from '../../platform/locks.ts';
import type { RunControl, RunSummary, RunWait, Variable } from '../../protocol/protocol.ts';
import { createExecution, type NewRecord, openExecution } from '../open/openExecution.ts';
import {
  type Executing,
  type ExecutionStart,
  type ExecutorEntry,
  type ExecutorsContext,
  RETRIES,
  type ResumeOptions,
} from './ExecutorsContext.ts';
import { FamilyTime } from './FamilyTime.ts';

/** An outermost run whose lock is held. */
interface LockedExecution extends Pick<ExecutionStart, 'execution' | 'variables' | 'isNew'> {
  readonly lock: RunLock;
  readonly executing: Executing;
  /** How many runs there are below it already. */
  readonly count: number;
}

/** What became of an input of the user. */
interface ControlAnswer {
  /** Set where it is a signal whose payload does not fit what is waited for. */
  readonly refusal?: RunError;
}

/** Inputs that a whole family receives by its outermost run. */
const OF_ALL: ReadonlySet<RunControl['type']> = new Set(['run.paused', 'run.resumed', 'run.cancelled']);

/** Why a run is not resumed where what executes runs is not there. */
const UNLOADED: RunError = {
  code: 'EXECUTION_ERROR',
  message: 'What executes runs could not be loaded. Check the connection, then reload this page.',
  details: { type: 'internal', reason: 'not loaded' },
};

/** How long to wait for a lock before it is looked whether another tab holds it, in ms: a tab that closes takes a moment. */
const LOCK_TIMEOUT = 300;

/**
 * The runs that this worker executes. A run has at most one executor in the whole browser: an outermost one by its lock,
 * which is that of all runs below it.
 */
export class RunExecutors {
  readonly #context: ExecutorsContext;
  readonly #entries = new Map<string, ExecutorEntry>();
  /** Runs whose lock is requested: another tab may hold it for long. */
  readonly #awaited = new Set<string>();
  /** Runs whose lock is held and whose journal is being read, with the inputs of the user queued meanwhile. */
  readonly #opening = new Map<string, RunControl[]>();

  constructor(context: ExecutorsContext) {
    this.#context = context;
  }

  /** The inputs of a run since its newest checkpoint, stored or not; undefined for one that is not executed here. */
  recorded(runId: string): JournaledRun | undefined {
    return this.#entries.get(runId)?.recorded();
  }

  /** The current row of a run; undefined for one that is not executed here. */
  summaryOf(runId: string): RunSummary | undefined {
    return this.#entries.get(runId)?.summary();
  }

  /** The time of a run by its clock; undefined for one that is not executed here. */
  clockOf(runId: string): number | undefined {
    return this.#entries.get(runId)?.executor.clock.now();
  }

  /** What a run waits for; undefined for one that is not executed here. */
  waitOf(runId: string): RunWait | undefined {
    return this.#entries.get(runId)?.wait();
  }

  /**
   * Sends an input of the user to a run; null for one that is not executed here. A family is paused, resumed and cancelled as
   * one: the outermost run passes it down.
   */
  control(asked: string, control: RunControl): ControlAnswer | null {
    const root = OF_ALL.has(control.type) ? this.summaryOf(asked)?.parent?.root : undefined;
    const runId = root ?? asked;
    const entry = this.#entries.get(runId);
    const opening = this.#opening.get(runId);
    opening?.push(control);
    if (entry === undefined) return opening === undefined ? null : {};
    const refusal = entry.executor.control(control);
    return refusal === undefined ? {} : { refusal };
  }

  /** Resolves once all inputs so far are durable; false for a run that is not executed here. */
  async flush(runId: string): Promise<boolean> {
    const entry = this.#entries.get(runId);
    await entry?.executor.writer.flush();
    return entry !== undefined;
  }

  /** Retries immediately to store a run, and those below it. */
  retryStorage(runId: string): void {
    for (const { executor } of this.#family(runId)) executor.writer.retry();
  }

  /** Cancels an outermost run that is about to be deleted, and all below it; resolves once nothing more of them is written. */
  async discard(runId: string): Promise<void> {
    const family = this.#family(runId);
    await Promise.all(family.map(({ executor }) => executor.discard()));
    await Promise.all(family.map(({ ended }) => ended));
  }

  #family(runId: string): readonly ExecutorEntry[] {
    return [...this.#entries].flatMap(([id, entry]) =>
      id === runId || entry.summary().parent?.root === runId ? [entry] : [],
    );
  }

  /** Stores a new run and executes it. Its lock is held before other tabs can see it. */
  async begin(run: NewRecord, variables: readonly Variable[], isNew: boolean): Promise<Result<void, RunError>> {
    const { locks, store, clock, fill, load } = this.#context;
    const { runId } = run.summary;
    const executing = await load();
    const lock = await locks.acquire(runId).catch((error: unknown) => readStorageFailure(error));
    if (!('release' in lock)) return err(lock);
    const created = await createExecution(run, { store, clock, variables, fill });
    if (created.ok) this.#execute({ lock, executing, execution: created.value, variables, isNew, count: 0 });
    else lock.release();
    return created.ok ? ok(undefined) : created;
  }

  /**
   * Resumes a recorded run as soon as no tab executes it, or immediately with `steal`. Resolves when it is resumed, or
   * when another tab holds its lock; tells whether it is resumed here. The error says why it is not resumed; a storage error is retried until it is. A run
   * that has ended meanwhile, or is executed here, is left as it is; with `steal`, one that rests here is opened again, with what it is given now.
   */
  async resume(runId: string, options: ResumeOptions): Promise<Result<boolean, RunError>> {
    const steal = options.steal === true;
    if (this.#isHere(runId) && !(steal && this.#entries.get(runId)?.executor.run.isIdle === true)) return ok(true);
    if (this.#awaited.has(runId) && !steal) return ok(false);
    this.#awaited.add(runId);
    let isAnswered = false;
    const acquired = this.#context.locks
      .acquire(runId, steal)
      .catch(() => null)
      .then((lock) => {
        isAnswered = true;
        return lock;
      });
    const resumed = acquired.then((lock) => {
      this.#awaited.delete(runId);
      return lock === null ? ok(false) : this.#open(runId, lock, options);
    });
    for (;;) {
      await this.#wait(LOCK_TIMEOUT, resumed);
      const isExecuted = !isAnswered && (await this.#isExecuted(runId));
      if (isAnswered) return resumed;
      if (isExecuted) return ok(false);
    }
  }

  /** Whether this worker executes a run, or is about to. */
  #isHere(runId: string): boolean {
    return this.#entries.has(runId) || this.#opening.has(runId);
  }

  /** Whether any tab has the lock of a run. A browser that is busy may take long to say that none has. */
  async #isExecuted(runId: string): Promise<boolean> {
    const live = await this.#context.locks.live().catch(() => null);
    return live === null || live.has(runId);
  }

  async #open(runId: string, lock: RunLock, options: ResumeOptions): Promise<Result<boolean, RunError>> {
    const { variables, steal } = options;
    const { store, clock, fill, load } = this.#context;
    const cause = steal === true ? 'taken' : 'lost';
    const queued: RunControl[] = [];
    this.#opening.set(runId, queued);
    const [opened, below, executing] = await Promise.all([
      openExecution(runId, { store, clock, variables, fill, cause }),
      store.below(runId),
      load().catch(() => null),
    ]);
    this.#opening.delete(runId);
    if (executing === null) return this.#giveBack(lock);
    // A tab that took the lock meanwhile executes the run, even if the claim of this tab is newer.
    if (opened.ok && opened.value !== null && below.ok && !lock.lost.aborted) {
      const count = below.value.length;
      this.#execute({ lock, executing, execution: opened.value, variables, isNew: false, count });
      for (const control of queued) this.control(runId, control);
      return ok(true);
    }
    lock.release();
    const failed = opened.ok ? below : opened;
    if (failed.ok || lock.lost.aborted) return ok(false);
    if (isStorageError(failed.error)) void this.#retry(runId, { variables }, failed.error);
    return failed;
  }

  /** A run is resumed by another tab, or later, where what executes runs cannot be loaded here. */
  #giveBack(lock: RunLock): Result<boolean, RunError> {
    lock.release();
    return err(UNLOADED);
  }

  /** Reports that storage keeps a run from being resumed, and retries until it is resumed here or in another tab. */
  async #retry(runId: string, options: ResumeOptions, trouble: RunError): Promise<void> {
    this.#context.onTrouble(runId, trouble);
    await this.#wait(RETRIES.at(-1) ?? 0);
    const resumed = await this.resume(runId, options);
    if (resumed.ok) this.#context.onTrouble(runId, null);
  }

  #execute({ lock, executing, execution, variables, isNew, count }: LockedExecution): void {
    const { claim, summary, restored } = execution;
    const exposure = new Exposure([...(summary.exposed ?? []), ...restored.tracked.exposed]);
    const time = new FamilyTime(this.#context.clock);
    const host = {
      context: { ...this.#context, clock: time.clock },
      time,
      execute: (start: ExecutionStart) => this.#start(executing, start),
    };
    const children = executing.openChildren(host, { execution, variables, exposure, count });
    const { executor, ended } = this.#start(executing, { execution, variables, isNew, exposure, children, time });
    lock.lost.addEventListener('abort', () => executor.lose());
    void ended.then((end) => {
      lock.release();
      if (end.type === 'lost') void this.#lose(claim.runId, variables);
    });
  }

  #start({ executeRun }: Executing, start: ExecutionStart): ExecutorEntry {
    const { runId } = start.execution.claim;
    const started = executeRun(this.#context, start);
    const ended = started.ended.then((end) => {
      if (this.#entries.get(runId) === entry) this.#entries.delete(runId);
      return end;
    });
    const entry = { ...started, ended };
    this.#entries.set(runId, entry);
    return entry;
  }

  /**
   * Called when another tab executes the run. This tab waits for the lock again; a tab that holds the lock but whose claim
   * was replaced claims the run once more.
   */
  async #lose(runId: string, variables: readonly Variable[]): Promise<void> {
    if (this.#context.locks.areShared) await this.resume(runId, { variables });
    if (!this.#isHere(runId)) this.#context.onTrouble(runId, storageFailure('fenced', 'Another tab has the lock'));
  }

  /** Resolves after some ms, or as soon as a promise settles. */
  #wait(ms: number, early?: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#context.clock.setTimer(ms, resolve);
      const settle = (): void => {
        stop();
        resolve();
      };
      early?.then(settle, settle);
    });
  }
}
