import { type Json, loadPatterns, type Result, withPatterns } from '../../base/index.ts';
import { type Analysis, analyze, analyzeParts } from '../../graph/index.ts';
import { prepareInput } from '../../run/index.ts';
import type { TextPart } from '../../syntax/index.ts';
import type { Diagnostic } from '../../text/index.ts';
import { prepareRun } from '../prepareRun.ts';
import type { Clock } from './clock.ts';
import { type BatchListener, EventBatcher } from './EventBatcher.ts';
import { History } from './History.ts';
import type { RunStore } from './journal/RunStore.ts';
import { LiveRuns, type ResumeOptions } from './LiveRuns.ts';
import type { RunLocks } from './locks.ts';
import type {
  CheckWorkspace,
  EngineWorker,
  ForkRequest,
  RunControl,
  RunQuery,
  RunRecord,
  RunRequest,
  RunSummary,
  RunSurroundings,
} from './protocol.ts';
import { type ChannelPort, RunChannel } from './RunChannel.ts';
import { readInputErrors } from './readInputErrors.ts';
import { readText } from './readText.ts';
import { startSummary } from './toSummary.ts';

/** What the engine needs of its worker. */
export interface EngineContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly locks: RunLocks;
  readonly channel: ChannelPort;
  /** A text no one can guess and no one has had: ids of runs, salts of placeholders. */
  readonly uniqueText: () => string;
  /** Recorded with each run. */
  readonly version: string;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The engine behind the worker's door: one per worker, any number of runs at once. */
export class Engine implements EngineWorker {
  readonly #context: EngineContext;
  readonly #batcher: EventBatcher;
  readonly #live: LiveRuns;
  readonly #history: History;
  readonly #channel: RunChannel;
  /** The text that was read last: the same one, or one like it, is checked next. */
  #known: Analysis | null = null;

  constructor(context: EngineContext) {
    const { clock, store, locks, channel, fetch, uniqueText } = context;
    this.#context = context;
    this.#batcher = new EventBatcher(clock);
    this.#live = new LiveRuns({
      store,
      clock,
      locks,
      ...(fetch === undefined ? {} : { fetch }),
      onEvents: (runId, events) => {
        this.#batcher.push(runId, events);
        this.#channel.show({ runId, events });
      },
      onTrouble: (runId, trouble) => {
        this.#batcher.tell(runId, trouble);
        this.#channel.show({ runId, events: [], trouble });
      },
      backlog: (runId) => this.#batcher.backlog(runId),
    });
    this.#channel = new RunChannel(channel, clock, {
      flush: (runId) => this.#live.flush(runId),
      control: (runId, control) => void this.#live.control(runId, control),
      receive: ({ runId, events, trouble }) => {
        this.#batcher.push(runId, events);
        if (trouble !== undefined) this.#batcher.tell(runId, trouble);
      },
    });
    this.#history = new History({ store, clock, locks, uniqueText, live: this.#live });
  }

  async startRun(request: RunRequest): ReturnType<EngineWorker['startRun']> {
    await loadPatterns();
    const { clock, store, uniqueText, version } = this.#context;
    const runId = `run-${uniqueText()}`;
    const salt = uniqueText();
    const prepared = await prepareRun(request, { runId, at: clock.now(), salt, version });
    if (!prepared.ok) return { ok: false, failure: prepared.error };
    const { started, workflow, imported } = prepared.value;
    const summary = startSummary(started, workflow.name);
    const { source, baseUrl, variables } = request;
    const details = { runId, source, files: imported, input: started.input, engine: version, salt, baseUrl };
    const created = await store.create(summary, details, [started]);
    if (!created.ok) return { ok: false, failure: { type: 'storage', error: created.error } };
    return this.#begin(runId, { variables, isNew: workflow });
  }

  async controlRun(runId: string, control: RunControl): Promise<void> {
    if (!this.#live.control(runId, control)) this.#channel.control(runId, control);
  }

  async recoverRuns({ variables }: RunSurroundings): Promise<readonly string[]> {
    const { locks, store } = this.#context;
    if (!locks.areShared) return [];
    const rows = unwrap(await store.list({ status: 'running' }));
    const held = await locks.live();
    const unfinished = rows.filter(({ problem }) => problem === undefined).map(({ runId }) => runId);
    const resumed = unfinished.map((runId) => this.#live.resume(runId, { variables }));
    // Those that another tab executes wait until it is gone: nobody waits for them here.
    await Promise.all(resumed.filter((_, index) => !held.has(unfinished[index] ?? '')));
    return unfinished.filter((runId) => this.#live.summaryOf(runId) !== undefined);
  }

  async takeOver(runId: string, { variables }: RunSurroundings): Promise<void> {
    unwrap(await this.#live.resume(runId, { variables, steal: true }));
  }

  async retryStorage(runId: string): Promise<void> {
    this.#live.retryStorage(runId);
  }

  async forkRun(request: ForkRequest): ReturnType<EngineWorker['startRun']> {
    const runId = `run-${this.#context.uniqueText()}`;
    const forked = await this.#history.fork(request, runId);
    if (!forked.ok) return { ok: false, failure: { type: 'storage', error: forked.error } };
    return this.#begin(runId, { variables: request.variables });
  }

  async subscribe(listener: BatchListener): Promise<void> {
    this.#batcher.setListener(listener);
  }

  async listRuns(query: RunQuery = {}): Promise<readonly RunSummary[]> {
    return unwrap(await this.#history.list(query));
  }

  async findRun(runId: string): Promise<RunRecord | null> {
    const { locks } = this.#context;
    if (!(await this.#live.flush(runId)) && (await locks.live()).has(runId)) await this.#channel.watch(runId);
    return unwrap(await this.#history.find(runId));
  }

  async deleteRun(runId: string): Promise<void> {
    await this.#live.end(runId);
    if ((await this.#context.locks.live()).has(runId))
      throw new Error('This run is going on in another tab. Stop it there before you delete it.');
    unwrap(await this.#context.store.remove(runId));
  }

  async keepRun(runId: string, isKept: boolean): Promise<void> {
    unwrap(await this.#history.keep(runId, isKept));
  }

  async exportRun(runId: string): Promise<string | null> {
    await this.#live.flush(runId);
    return unwrap(await this.#history.export(runId));
  }

  async importRun(text: string): Promise<RunSummary> {
    return unwrap(await this.#history.import(text));
  }

  async readText(path: string, text: string, deliver: (parts: readonly TextPart[]) => void): Promise<void> {
    this.#known = analyzeParts(path, text, await readText(text, this.#context.clock, deliver));
  }

  async checkText(path: string, text: string, workspace: CheckWorkspace = {}): Promise<readonly Diagnostic[]> {
    const { checkAnalysis } = await import('../../check/index.ts');
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

  /** Executes a run whose first inputs are durable. */
  async #begin(runId: string, options: ResumeOptions): ReturnType<EngineWorker['startRun']> {
    const begun = await this.#live.resume(runId, options);
    return begun.ok ? { ok: true, runId } : { ok: false, failure: { type: 'storage', error: begun.error } };
  }
}

/** Methods of the history answer with what they read or not at all; the message says why. */
function unwrap<T>(result: Result<T, { readonly message: string }>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message, { cause: result.error });
}
