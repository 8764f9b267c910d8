import { type Json, loadPatterns, type Result, withPatterns } from '../../base/index.ts';
import { checkAnalysis } from '../../check/index.ts';
import { createPerformer } from '../../effects/index.ts';
import { type Analysis, analyze, analyzeParts } from '../../graph/index.ts';
import { createRun, prepareInput } from '../../run/index.ts';
import type { TextPart } from '../../syntax/index.ts';
import type { Diagnostic } from '../../text/index.ts';
import { type PreparedRun, prepareRun } from '../prepareRun.ts';
import { type Clock, createDelay } from './clock.ts';
import { type BatchListener, EventBatcher } from './EventBatcher.ts';
import type { RunStore } from './journal/RunStore.ts';
import type { StorageFailure } from './journal/storageFailure.ts';
import type { RunLocks } from './locks.ts';
import type { CheckWorkspace, EngineWorker, RunRecord, RunRequest, RunSummary } from './protocol.ts';
import { RunExecutor } from './RunExecutor.ts';
import { readInputErrors } from './readInputErrors.ts';
import { readText } from './readText.ts';
import { replay } from './replay.ts';
import { startSummary, toSummary } from './toSummary.ts';

/** What the engine needs of its worker. */
export interface EngineContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly locks: RunLocks;
  /** A text no one can guess and no one has had: ids of runs, salts of placeholders. */
  readonly uniqueText: () => string;
  /** Recorded with each run. */
  readonly version: string;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A run whose first input is durable. */
interface StoredStart extends PreparedRun {
  readonly summary: RunSummary;
  readonly baseUrl: string;
  /** Gives up the lock that says it is executed here. */
  readonly release: () => void;
}

interface LiveRun {
  readonly executor: RunExecutor;
  /** Settles once the run has ended and its row says so. */
  readonly ended: Promise<void>;
  /** Its row as of now: the stored one follows. */
  readonly summary: () => RunSummary;
}

/** The engine behind the worker's door: one per worker, any number of runs at once. */
export class Engine implements EngineWorker {
  readonly #context: EngineContext;
  readonly #batcher: EventBatcher;
  readonly #live = new Map<string, LiveRun>();
  /** The text that was read last: the same one, or one like it, is checked next. */
  #known: Analysis | null = null;

  constructor(context: EngineContext) {
    this.#context = context;
    this.#batcher = new EventBatcher(context.clock);
  }

  async startRun(request: RunRequest): ReturnType<EngineWorker['startRun']> {
    await loadPatterns();
    const { clock, locks, store, uniqueText, version } = this.#context;
    const runId = `run-${uniqueText()}`;
    const prepared = prepareRun(request, { runId, at: clock.now(), salt: uniqueText(), version });
    if (!prepared.ok) return { ok: false, failure: prepared.error };
    const { started, workflow, imported } = prepared.value;
    const summary = startSummary(started, workflow.name);
    const release = locks.hold(runId);
    const details = { runId, source: request.source, files: imported, input: started.input, engine: version };
    const created = await store.create(summary, details, started);
    if (!created.ok) {
      release();
      return { ok: false, failure: { type: 'storage', error: created.error } };
    }
    this.#execute({ ...prepared.value, summary, baseUrl: request.baseUrl, release });
    return { ok: true, runId };
  }

  async cancelRun(runId: string): Promise<void> {
    this.#live.get(runId)?.executor.cancel();
  }

  async signalRun(runId: string, name: string, payload: Json): Promise<void> {
    this.#live.get(runId)?.executor.signal(name, payload);
  }

  async subscribe(listener: BatchListener): Promise<void> {
    this.#batcher.setListener(listener);
  }

  async listRuns(): Promise<readonly RunSummary[]> {
    const rows = unwrap(await this.#context.store.list());
    const live = await this.#context.locks.live();
    return rows.map((row) => showStatus(this.#live.get(row.runId)?.summary() ?? row, live));
  }

  async findRun(runId: string): Promise<RunRecord | null> {
    const { store, clock, locks } = this.#context;
    await this.#live.get(runId)?.executor.flush();
    const found = unwrap(await store.find(runId));
    if (found === null) return null;
    await loadPatterns();
    const events = await replay(found, clock);
    const summary = showStatus(toSummary(found.summary, events), await locks.live());
    return { ...summary, source: found.details.source, input: found.details.input, events };
  }

  async deleteRun(runId: string): Promise<void> {
    const { store, locks } = this.#context;
    const live = this.#live.get(runId);
    live?.executor.cancel();
    await live?.ended;
    if ((await locks.live()).has(runId))
      throw new Error('This run is going on in another tab. Stop it there before you delete it.');
    unwrap(await store.remove(runId));
  }

  async readText(path: string, text: string, deliver: (parts: readonly TextPart[]) => void): Promise<void> {
    this.#known = analyzeParts(path, text, await readText(text, this.#context.clock, deliver));
  }

  async checkText(path: string, text: string, workspace: CheckWorkspace = {}): Promise<readonly Diagnostic[]> {
    const known = this.#known?.path === path ? this.#known : undefined;
    const analysis = analyze(path, text, known, workspace.files);
    this.#known = analysis;
    return withPatterns(() => checkAnalysis(analysis, workspace));
  }

  async checkInput(source: string, input: Json): ReturnType<EngineWorker['checkInput']> {
    const { workflow } = analyze('', source);
    const prepared = await withPatterns(() => prepareInput(workflow, input));
    return prepared.ok ? prepared : { ok: false, errors: readInputErrors(prepared.error) };
  }

  #execute({ workflow, started, summary, vault, baseUrl, release }: StoredStart): void {
    const { clock, store, fetch } = this.#context;
    const { runId } = started;
    const { resolveSecret } = vault;
    let row = summary;
    const executor = new RunExecutor({
      runId,
      run: createRun(workflow),
      performer: createPerformer({
        baseUrl,
        resolveSecret,
        delay: createDelay(clock),
        ...(fetch === undefined ? {} : { fetch }),
      }),
      store,
      clock,
      first: started,
      onEvents: (events) => {
        row = toSummary(row, events);
        this.#batcher.push(runId, events);
      },
      backlog: () => this.#batcher.backlog(runId),
    });
    const ended = executor.ended.then(async (failure) => {
      // A run that its host failed keeps its row: its journal has no end.
      if (failure === null) await store.saveSummary(row);
      this.#live.delete(runId);
      release();
    });
    this.#live.set(runId, { executor, ended, summary: () => row });
    // The id is answered before the first event goes out.
    void clock.breathe().then(() => executor.start());
  }
}

function showStatus(summary: RunSummary, live: ReadonlySet<string>): RunSummary {
  return summary.status === 'running' && !live.has(summary.runId) ? { ...summary, status: 'interrupted' } : summary;
}

/** Methods of the history answer with what they read or not at all; the message says why. */
function unwrap<T>(result: Result<T, StorageFailure>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message, { cause: result.error });
}
