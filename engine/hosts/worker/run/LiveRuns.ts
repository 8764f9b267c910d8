import { err, ok, type Result } from '../../../base/index.ts';
import { createPerformer, type Exposure } from '../../../effects/index.ts';
import type { RunError, RunEvent } from '../../../run/index.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import { isStorageError, readStorageFailure } from '../journal/storageFailure.ts';
import { createDelay } from '../platform/clock.ts';
import type { RunLock } from '../platform/locks.ts';
import type { RunControl, RunSummary, Variable } from '../protocol/protocol.ts';
import type { Execution } from './Execution.ts';
import type { HostState } from './hostState.ts';
import type { LiveContext, ResumeOptions } from './LiveContext.ts';
import { createExecution, type NewRun, openExecution } from './openExecution.ts';
import { RunExecutor } from './RunExecutor.ts';
import { describeStanding, MOVING, toStanding } from './toStanding.ts';
import { toSummary, withExposure, withRestoreNote } from './toSummary.ts';

interface LiveRun {
  readonly executor: RunExecutor;
  /** Settles once the run has ended and its row says so. */
  readonly ended: Promise<void>;
  /** Its row as of now: the stored one follows. */
  readonly summary: () => RunSummary;
  /** What came since its newest checkpoint, as of now. */
  readonly recorded: () => JournaledRun;
}

/** What is executed, and with what. */
interface Begun {
  readonly lock: RunLock;
  readonly execution: Execution;
  readonly variables: readonly Variable[];
  /** True: nobody has seen what its first inputs led to. */
  readonly isNew: boolean;
}

/** How long to wait for a lock before it is taken to be held by another tab, in ms: one that is closing needs a moment. */
const CLOSING = 300;

/** Waits before storage is asked again, in ms; the last one for ever, or until the last one. */
const RETRIES = [250, 500, 1_000, 2_000, 5_000];

/** The runs this worker executes: at most one executor each, in the whole browser. */
export class LiveRuns {
  readonly #context: LiveContext;
  readonly #live = new Map<string, LiveRun>();
  /** Runs whose lock is asked for: it may be held elsewhere for long. */
  readonly #awaited = new Set<string>();
  /** Runs whose lock is held and whose journal is being read, with what they are told meanwhile. */
  readonly #opening = new Map<string, RunControl[]>();

  /** What writes checkpoints: loaded with the first run, which needs it only later. */
  #checkpoints: typeof import('./checkpoints.ts') | null = null;

  constructor(context: LiveContext) {
    this.#context = context;
  }

  /** What came of a run since its newest checkpoint, stored or not; undefined for one that is not executed here. */
  recorded(runId: string): JournaledRun | undefined {
    return this.#live.get(runId)?.recorded();
  }

  /** A run's row as of now; undefined for one that is not executed here. */
  summaryOf(runId: string): RunSummary | undefined {
    return this.#live.get(runId)?.summary();
  }

  /** Tells a run something; false for one that is not executed here. */
  control(runId: string, control: RunControl): boolean {
    const live = this.#live.get(runId);
    const opening = this.#opening.get(runId);
    live?.executor.control(control);
    opening?.push(control);
    return live !== undefined || opening !== undefined;
  }

  /** Settles once what happened so far is durable; false for a run that is not executed here. */
  async flush(runId: string): Promise<boolean> {
    const live = this.#live.get(runId);
    await live?.executor.flush();
    return live !== undefined;
  }

  retryStorage(runId: string): void {
    this.#live.get(runId)?.executor.retryStorage();
  }

  /** Stops a run that is executed here and is about to be deleted; settles once nothing more of it is written. */
  async discard(runId: string): Promise<void> {
    const live = this.#live.get(runId);
    await live?.executor.discard();
    await live?.ended;
  }

  /** Stores a new run and executes it. No other tab sees it before its lock is held. */
  async begin(run: NewRun, variables: readonly Variable[], isNew: boolean): Promise<Result<void, RunError>> {
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
   * Goes on with a recorded run as soon as nobody executes it, or at once with `steal`; settles when it does, or when
   * another tab executes it. An error says why it does not; where that is storage, it is tried again until it does. A run
   * that has ended meanwhile, or is executed here, is left as it is.
   */
  async resume(runId: string, options: ResumeOptions): Promise<Result<void, RunError>> {
    const steal = options.steal === true;
    if (this.#live.has(runId) || this.#opening.has(runId) || (this.#awaited.has(runId) && !steal)) return ok(undefined);
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
    await this.#wait(CLOSING, resumed);
    return isHeld ? resumed : ok(undefined);
  }

  async #open(runId: string, lock: RunLock, options: ResumeOptions): Promise<Result<void, RunError>> {
    const { variables } = options;
    const { store, clock } = this.#context;
    const told: RunControl[] = [];
    this.#opening.set(runId, told);
    const opened = await openExecution(runId, { store, clock, variables });
    this.#opening.delete(runId);
    // Who took the lock meanwhile goes on with it, though this tab's claim may be the later one.
    if (opened.ok && opened.value !== null && !lock.lost.aborted) {
      this.#execute({ lock, execution: opened.value, variables, isNew: false });
      for (const control of told) this.control(runId, control);
      return ok(undefined);
    }
    lock.release();
    if (opened.ok || lock.lost.aborted) return ok(undefined);
    if (isStorageError(opened.error)) void this.#retry(runId, { variables }, opened.error);
    return opened;
  }

  /** Storage did not let a run go on: that is told, and tried again until it does or the run is elsewhere. */
  async #retry(runId: string, options: ResumeOptions, trouble: RunError): Promise<void> {
    this.#context.onTrouble(runId, trouble);
    await this.#wait(RETRIES.at(-1) ?? 0);
    const resumed = await this.resume(runId, options);
    if (resumed.ok) this.#context.onTrouble(runId, null);
  }

  #execute({ lock, execution, variables, isNew }: Begun): void {
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
    let standing = toStanding(known?.standing ?? MOVING, restored.events);
    const executor = this.#createExecutor(execution, {
      variables,
      exposure,
      row: () => row,
      known: () => ({ simulated: row.simulated, standing }),
      onEvents: (events) => {
        row = withExposure(toSummary(row, events), exposure);
        standing = toStanding(standing, events);
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
      this.#live.delete(runId);
      lock.release();
      if (end.type === 'lost') await this.#lose(runId, variables);
    });
    const shown = (): RunSummary => ({ ...row, ...describeStanding(standing) });
    this.#live.set(runId, { executor, ended, summary: shown, recorded });
    // Who asked for it is answered before its first event goes out.
    void clock.breathe().then(() => {
      if (isNew) this.#context.onEvents(runId, restored.events);
      else this.#context.onHere(runId);
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
      takeCheckpoint: () => this.#checkpoints?.takeText(restored.tracked, { path, ...details }, known()) ?? null,
      rewrite: (journal, checkpoint) => store.rewrite(claim, { summary: row(), details }, journal, checkpoint),
      onTrouble: (trouble) => onTrouble(claim.runId, trouble),
      backlog: () => backlog(claim.runId),
    });
    void executor.ended.then(() => performer.close());
    return executor;
  }

  /**
   * Another tab executes the run now. This one is there again when that is gone: who holds the lock is the executor, so a
   * tab that was refused though it had the lock only has to claim the run once more.
   */
  async #lose(runId: string, variables: readonly Variable[]): Promise<void> {
    if (this.#context.locks.areShared) await this.resume(runId, { variables });
    if (!this.#live.has(runId)) this.#context.onTrouble(runId, LOST);
  }

  /** Stores a finished run's end and its row; where storage fails for long it is found unfinished and ended again later. */
  async #close({ claim, details }: Execution, executor: RunExecutor, row: RunSummary): Promise<void> {
    const { store } = this.#context;
    await executor.flush();
    let isTold = false;
    for (const wait of RETRIES) {
      if (executor.isDiscarded) return;
      const saved = await store.finish(claim, row, executor.journal);
      const isGone = !saved.ok && saved.error.details.reason === 'gone';
      const ended = isGone ? await store.rewrite(claim, { summary: row, details }, executor.journal) : saved;
      if (isTold && ended.ok) this.#context.onTrouble(claim.runId, null);
      if (ended.ok || ended.error.details.reason === 'fenced') return;
      this.#context.onTrouble(claim.runId, ended.error);
      isTold = true;
      await this.#wait(wait);
    }
  }

  /** Settles after some ms, or as soon as a promise does. */
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

const LOST: RunError = {
  code: 'EXECUTION_ERROR',
  message: 'This run continues in another tab now.',
  details: { type: 'storage', reason: 'fenced' },
};
