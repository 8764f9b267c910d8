import { loadPatterns, ok, type Result } from '../../base/index.ts';
import { createPerformer, type Vault } from '../../effects/index.ts';
import type { Workflow } from '../../model/index.ts';
import type { RunError, RunEvent } from '../../run/index.ts';
import type { Proof } from '../EventDigest.ts';
import { prepareEnv } from '../prepareEnv.ts';
import type { RestoredRun } from '../restoreRun.ts';
import { type Clock, createDelay } from './clock.ts';
import type { Claim, RunStore } from './journal/RunStore.ts';
import type { RunLock, RunLocks } from './locks.ts';
import type { RunControl, RunSummary, Variable } from './protocol.ts';
import { RunExecutor } from './RunExecutor.ts';
import { restore, workflowOf } from './recordedRun.ts';
import { toSummary } from './toSummary.ts';

/** What executors share. */
export interface LiveContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly locks: RunLocks;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  readonly onEvents: (runId: string, events: readonly RunEvent[]) => void;
  readonly onTrouble: (runId: string, trouble: RunError | null) => void;
  /** How many events of a run wait to be seen. */
  readonly backlog: (runId: string) => number;
}

/** A run that may be executed: its journal read and proved, its lock held. */
interface Execution {
  readonly summary: RunSummary;
  readonly claim: Claim;
  readonly lock: RunLock;
  readonly restored: RestoredRun;
  readonly vault: Vault;
  readonly baseUrl: string;
  /** True: nobody has seen what its first inputs led to. */
  readonly isNew: boolean;
}

/** How a run is gone on with. */
export interface ResumeOptions {
  /** The workspace's variables now. */
  readonly variables: readonly Variable[];
  /** True: at once, though another tab may execute it. */
  readonly steal?: boolean;
  /** Set where the run has just been stored, to the workflow it runs. */
  readonly isNew?: Workflow;
}

interface LiveRun {
  readonly executor: RunExecutor;
  /** Settles once the run has ended and its row says so. */
  readonly ended: Promise<void>;
  /** Its row as of now: the stored one follows. */
  readonly summary: () => RunSummary;
}

/** The runs this worker executes: at most one executor each, in the whole browser. */
export class LiveRuns {
  readonly #context: LiveContext;
  readonly #live = new Map<string, LiveRun>();
  /** Runs whose lock is asked for: it may be held elsewhere for long. */
  readonly #awaited = new Set<string>();

  constructor(context: LiveContext) {
    this.#context = context;
  }

  /** A run's row as of now; undefined for one that is not executed here. */
  summaryOf(runId: string): RunSummary | undefined {
    return this.#live.get(runId)?.summary();
  }

  /** Tells a run something; false for one that is not executed here. */
  control(runId: string, control: RunControl): boolean {
    const live = this.#live.get(runId);
    live?.executor.control(control);
    return live !== undefined;
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

  /** Stops a run that is executed here; settles once its row says so. */
  async end(runId: string): Promise<void> {
    const live = this.#live.get(runId);
    live?.executor.control({ type: 'run.cancelled' });
    await live?.ended;
  }

  /**
   * Goes on with a recorded run as soon as nobody executes it, or at once with `steal`. An error says why it does not; a
   * run that has ended meanwhile, or is executed here, is left as it is.
   */
  async resume(runId: string, options: ResumeOptions): Promise<Result<void, RunError>> {
    const steal = options.steal === true;
    if (this.#live.has(runId) || (this.#awaited.has(runId) && !steal)) return ok(undefined);
    this.#awaited.add(runId);
    const lock = await this.#context.locks.acquire(runId, steal).catch(() => null);
    this.#awaited.delete(runId);
    if (lock === null) return ok(undefined);
    const execution = await this.#open(runId, lock, options);
    if (!execution.ok || execution.value === null) {
      lock.release();
      return execution.ok ? ok(undefined) : execution;
    }
    this.#execute(execution.value);
    return ok(undefined);
  }

  async #open(
    runId: string,
    lock: RunLock,
    { variables, isNew }: ResumeOptions,
  ): Promise<Result<Execution | null, RunError>> {
    const { store, clock } = this.#context;
    await loadPatterns();
    // Claimed before it is read: whoever wrote to it so far writes nothing more.
    const epoch = await store.claim(runId);
    if (!epoch.ok) return epoch;
    const found = await store.find(runId);
    if (!found.ok) return found;
    if (found.value === null || found.value.summary.status !== 'running') return ok(null);
    const { summary, details, inputs, chunkCount } = found.value;
    const claim = { runId, epoch: epoch.value };
    const workflow = isNew ?? workflowOf(found.value);
    const restored = await restore(workflow, found.value, clock);
    if (!restored.ok) {
      await store.saveSummary({ ...summary, problem: restored.error }, claim.epoch);
      return restored;
    }
    if (chunkCount > 1) {
      const compacted = await store.compact(claim, { inputs, proof: proofOf(restored.value) });
      if (!compacted.ok) return compacted;
    }
    const { vault } = prepareEnv(workflow, variables, details.salt ?? '');
    return ok({
      summary,
      claim,
      lock,
      restored: restored.value,
      vault,
      baseUrl: details.baseUrl ?? '',
      isNew: isNew !== undefined,
    });
  }

  #execute({ summary, claim, lock, restored, vault, baseUrl, isNew }: Execution): void {
    const { clock, store, fetch } = this.#context;
    const { runId } = claim;
    let row = toSummary(summary, restored.events);
    const executor = new RunExecutor({
      claim,
      restored,
      performer: createPerformer({
        baseUrl,
        resolveSecret: vault.resolveSecret,
        delay: createDelay(clock),
        ...(fetch === undefined ? {} : { fetch }),
      }),
      store,
      clock,
      onEvents: (events) => {
        row = toSummary(row, events);
        this.#context.onEvents(runId, events);
      },
      onTrouble: (trouble) => this.#context.onTrouble(runId, trouble),
      backlog: () => this.#context.backlog(runId),
    });
    lock.lost.addEventListener('abort', () => executor.lose());
    const ended = executor.ended.then(async (end) => {
      if (end.type === 'finished') await this.#close(claim, executor, row);
      if (end.type === 'failed')
        await store.saveSummary({ ...row, status: 'running', problem: end.error }, claim.epoch);
      if (end.type === 'lost') this.#context.onTrouble(runId, LOST);
      this.#live.delete(runId);
      lock.release();
    });
    this.#live.set(runId, { executor, ended, summary: () => row });
    // Who asked for it is answered before its first event goes out.
    void clock.breathe().then(() => {
      if (isNew) this.#context.onEvents(runId, restored.events);
      executor.start();
    });
  }

  /** Stores a finished run's end and its row; where storage fails it is found unfinished and ended again later. */
  async #close(claim: Claim, executor: RunExecutor, row: RunSummary): Promise<void> {
    const { store } = this.#context;
    await executor.flush();
    await store.saveSummary(row, claim.epoch);
    const { proof } = executor;
    const found = await store.find(claim.runId);
    if (proof === null || !found.ok || found.value?.inputs.length !== proof.inputs) return;
    await store.compact(claim, { inputs: found.value.inputs, proof });
  }
}

const LOST: RunError = {
  code: 'EXECUTION_ERROR',
  message: 'This run goes on in another tab now.',
  details: { type: 'storage', reason: 'fenced' },
};

function proofOf({ inputs, digest }: RestoredRun): Proof {
  return { inputs, events: digest.count, digest: digest.value() };
}
