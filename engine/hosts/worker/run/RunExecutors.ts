import { err, ok, type Result } from '../../../base/index.ts';
import { createPerformer, type Exposure } from '../../../effects/index.ts';
import type { RunError, RunEvent } from '../../../run/index.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import { isStorageError, readStorageFailure, storageFailure } from '../journal/storageFailure.ts';
import { createDelay } from '../platform/clock.ts';
import type { RunLock } from '../platform/locks.ts';
import type { RunControl, RunSummary, Variable } from '../protocol/protocol.ts';
import type { Execution } from './Execution.ts';
import type { ExecutorsContext, ResumeOptions } from './ExecutorsContext.ts';
import type { HostState } from './hostState.ts';
import { createExecution, type NewRecord, openExecution } from './openExecution.ts';
import { RunExecutor } from './RunExecutor.ts';
import { toSummary, withExposure, withRestoreNote } from './toSummary.ts';
import { describeWaitState, NOT_WAITING, toWaitState } from './toWaitState.ts';

interface ExecutorEntry {
  readonly executor: RunExecutor;
  /** Resolves once the run has ended and its row is stored. */
  readonly ended: Promise<void>;
  /** Its current row; the stored one is updated later. */
  readonly summary: () => RunSummary;
  /** Its inputs since the newest checkpoint, stored or not. */
  readonly recorded: () => JournaledRun;
}

/** What starts an executor. */
interface ExecutionStart {
  readonly lock: RunLock;
  readonly execution: Execution;
  readonly variables: readonly Variable[];
  /** True: the events of its first inputs were not shown yet. */
  readonly isNew: boolean;
}

/** How long to wait for a lock before another tab is assumed to hold it, in ms: a tab that closes takes a moment. */
const LOCK_TIMEOUT = 300;

/** Delays before retries of storage, in ms; `#retry` repeats the last one, `#close` gives up after it. */
const RETRIES = [250, 500, 1_000, 2_000, 5_000];

/** The runs that this worker executes. A run has at most one executor in the whole browser. */
export class RunExecutors {
  readonly #context: ExecutorsContext;
  readonly #entries = new Map<string, ExecutorEntry>();
  /** Runs whose lock is requested: another tab may hold it for long. */
  readonly #awaited = new Set<string>();
  /** Runs whose lock is held and whose journal is being read, with the inputs of the user queued meanwhile. */
  readonly #opening = new Map<string, RunControl[]>();

  /** What writes checkpoints; loaded while the first run executes. */
  #checkpoints: typeof import('./checkpoints.ts') | null = null;

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

  /** Sends an input of the user to a run; false for one that is not executed here. */
  control(runId: string, control: RunControl): boolean {
    const entry = this.#entries.get(runId);
    const opening = this.#opening.get(runId);
    entry?.executor.control(control);
    opening?.push(control);
    return entry !== undefined || opening !== undefined;
  }

  /** Resolves once all inputs so far are durable; false for a run that is not executed here. */
  async flush(runId: string): Promise<boolean> {
    const entry = this.#entries.get(runId);
    await entry?.executor.flush();
    return entry !== undefined;
  }

  retryStorage(runId: string): void {
    this.#entries.get(runId)?.executor.retryStorage();
  }

  /** Cancels a run that is about to be deleted; resolves once nothing more of it is written. */
  async discard(runId: string): Promise<void> {
    const entry = this.#entries.get(runId);
    await entry?.executor.discard();
    await entry?.ended;
  }

  /** Stores a new run and executes it. Its lock is held before other tabs can see it. */
  async begin(run: NewRecord, variables: readonly Variable[], isNew: boolean): Promise<Result<void, RunError>> {
    const { locks, store, clock } = this.#context;
    const { runId } = run.summary;
    const lock = await locks.acquire(runId).catch((error: unknown) => readStorageFailure(error));
    if (!('release' in lock)) return err(lock);
    const created = await createExecution(run, { store, clock, variables });
    if (created.ok) this.#execute({ lock, execution: created.value, variables, isNew });
    else lock.release();
    return created.ok ? ok(undefined) : created;
  }

  /**
   * Resumes a recorded run as soon as no tab executes it, or immediately with `steal`. Resolves when it is resumed, or
   * when another tab holds its lock. The error says why it is not resumed; a storage error is retried until it is. A run
   * that has ended meanwhile, or is executed here, is left as it is.
   */
  async resume(runId: string, options: ResumeOptions): Promise<Result<void, RunError>> {
    const steal = options.steal === true;
    if (this.#entries.has(runId) || this.#opening.has(runId) || (this.#awaited.has(runId) && !steal))
      return ok(undefined);
    this.#awaited.add(runId);
    let isHeld = false;
    const acquired = this.#context.locks.acquire(runId, steal).then(
      (lock) => {
        isHeld = true;
        return lock;
      },
      () => null,
    );
    const resumed = acquired.then((lock) => {
      this.#awaited.delete(runId);
      return lock === null ? ok(undefined) : this.#open(runId, lock, options);
    });
    await this.#wait(LOCK_TIMEOUT, resumed);
    return isHeld ? resumed : ok(undefined);
  }

  async #open(runId: string, lock: RunLock, options: ResumeOptions): Promise<Result<void, RunError>> {
    const { variables } = options;
    const { store, clock } = this.#context;
    const queued: RunControl[] = [];
    this.#opening.set(runId, queued);
    const opened = await openExecution(runId, { store, clock, variables });
    this.#opening.delete(runId);
    // A tab that took the lock meanwhile executes the run, even if the claim of this tab is newer.
    if (opened.ok && opened.value !== null && !lock.lost.aborted) {
      this.#execute({ lock, execution: opened.value, variables, isNew: false });
      for (const control of queued) this.control(runId, control);
      return ok(undefined);
    }
    lock.release();
    if (opened.ok || lock.lost.aborted) return ok(undefined);
    if (isStorageError(opened.error)) void this.#retry(runId, { variables }, opened.error);
    return opened;
  }

  /** Reports that storage keeps a run from being resumed, and retries until it is resumed here or in another tab. */
  async #retry(runId: string, options: ResumeOptions, trouble: RunError): Promise<void> {
    this.#context.onTrouble(runId, trouble);
    await this.#wait(RETRIES.at(-1) ?? 0);
    const resumed = await this.resume(runId, options);
    if (resumed.ok) this.#context.onTrouble(runId, null);
  }

  #execute({ lock, execution, variables, isNew }: ExecutionStart): void {
    const { clock } = this.#context;
    void import('./checkpoints.ts').then(
      (loaded) => (this.#checkpoints = loaded),
      () => null,
    );
    const { claim, summary, details, restored } = execution;
    const { runId } = claim;
    const exposure = new Set([...(summary.exposed ?? []), ...restored.tracked.exposed]);
    const { known } = execution;
    const opened = withRestoreNote(known ? { ...summary, simulated: known.simulated } : summary, restored);
    let row = toSummary(opened, restored.events);
    let waits = toWaitState(known?.waits ?? NOT_WAITING, restored.events);
    const executor = this.#createExecutor(execution, {
      variables,
      exposure,
      row: () => row,
      known: () => ({ simulated: row.simulated, waits }),
      onEvents: (events) => {
        row = withExposure(toSummary(row, events), exposure);
        waits = toWaitState(waits, events);
        this.#context.onEvents(runId, events);
      },
    });
    const recorded = (): JournaledRun => {
      const { from, inputs, proof } = executor.journal;
      return { summary: row, details, from, inputs, proofs: [proof], checkpoint: null, chunkCount: 1, hasGap: false };
    };
    lock.lost.addEventListener('abort', () => executor.lose());
    const ended = executor.ended.then(async (end) => {
      if (end.type === 'finished' && !executor.isDiscarded) await this.#close(execution, executor, row);
      if (end.type === 'failed')
        await this.#context.store.saveSummary({ ...row, status: 'running', problem: end.error }, claim.epoch);
      this.#entries.delete(runId);
      lock.release();
      if (end.type === 'lost') await this.#lose(runId, variables);
    });
    const shown = (): RunSummary => ({ ...row, ...describeWaitState(waits) });
    this.#entries.set(runId, { executor, ended, summary: shown, recorded });
    // The caller gets its answer before the first event is sent.
    void clock.yieldToEventLoop().then(() => {
      if (isNew) this.#context.onEvents(runId, restored.events);
      else this.#context.onResumedHere(runId);
      executor.start();
    });
  }

  #createExecutor(
    { claim, details, restored, vault }: Execution,
    {
      variables,
      exposure,
      row,
      known,
      onEvents,
    }: {
      readonly variables: readonly Variable[];
      readonly exposure: Exposure;
      readonly row: () => RunSummary;
      readonly known: () => HostState;
      readonly onEvents: (events: readonly RunEvent[]) => void;
    },
  ): RunExecutor {
    const { clock, store, fetch, portsOf, onTrouble, backlog } = this.#context;
    const { salt = '', baseUrl = '' } = details;
    const { path, importedFrom } = row();
    const performer = createPerformer({
      ...portsOf({
        runId: claim.runId,
        path,
        salt,
        baseUrl,
        vault,
        variables,
        exposure,
        ...(importedFrom === undefined ? {} : { importedFrom }),
      }),
      baseUrl,
      resolveSecret: vault.resolveSecret,
      delay: createDelay(clock),
      ...(fetch === undefined ? {} : { fetch }),
    });
    const executor = new RunExecutor({
      claim,
      restored,
      performer,
      store,
      clock,
      onEvents,
      takeCheckpoint: () => this.#checkpoints?.tryCheckpoint(restored.tracked, { path, ...details }, known()) ?? null,
      rewrite: (journal, checkpoint) => store.rewrite(claim, { summary: row(), details }, journal, checkpoint),
      onTrouble: (trouble) => onTrouble(claim.runId, trouble),
      backlog: () => backlog(claim.runId),
    });
    void executor.ended.then(() => performer.close());
    return executor;
  }

  /**
   * Called when another tab executes the run. This tab waits for the lock again; a tab that holds the lock but whose claim
   * was replaced claims the run once more.
   */
  async #lose(runId: string, variables: readonly Variable[]): Promise<void> {
    if (this.#context.locks.areShared) await this.resume(runId, { variables });
    if (!this.#entries.has(runId)) this.#context.onTrouble(runId, storageFailure('fenced', 'Another tab has the lock'));
  }

  /** Stores the end of a run and its row. Where storage fails for long, the run is found unfinished and ended again later. */
  async #close({ claim, details }: Execution, executor: RunExecutor, row: RunSummary): Promise<void> {
    const { store } = this.#context;
    await executor.flush();
    let isReported = false;
    for (const wait of RETRIES) {
      if (executor.isDiscarded) return;
      const saved = await store.finish(claim, row, executor.journal);
      const isGone = !saved.ok && saved.error.details.reason === 'gone';
      const ended = isGone ? await store.rewrite(claim, { summary: row, details }, executor.journal) : saved;
      if (isReported && ended.ok) this.#context.onTrouble(claim.runId, null);
      if (ended.ok || ended.error.details.reason === 'fenced') return;
      this.#context.onTrouble(claim.runId, ended.error);
      isReported = true;
      await this.#wait(wait);
    }
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
