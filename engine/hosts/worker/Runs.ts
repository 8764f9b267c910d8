import { loadPatterns } from '../../base/index.ts';
import type { RunError } from '../../run/index.ts';
import { History } from './history/History.ts';
import { type EngineContext, prepareStart } from './prepareStart.ts';
import { EventBatcher, TextBatcher, type TextListener } from './protocol/EventBatch.ts';
import { type PortEngine, sendEvents } from './protocol/eventPort.ts';
import type {
  EventPort,
  ForkRequest,
  RunControl,
  RunRecord,
  RunRequest,
  RunSummary,
  RunSurroundings,
  Variable,
} from './protocol/protocol.ts';
import { RunChannel } from './protocol/RunChannel.ts';
import { unwrap } from './protocol/unwrap.ts';
import { RunExecutors } from './run/execute/RunExecutors.ts';
import type { NewRecord } from './run/open/openExecution.ts';
import { checkRecorded } from './run/record/checkRecorded.ts';
import { withExposure } from './run/record/toSummary.ts';
import type { WorkspacePorts } from './workspace/WorkspacePorts.ts';

/** How long after a failed read of the history it is read again for unfinished runs, in ms. */
const RECOVER_AGAIN = 5_000;

/** Runs that are executed, here or in another tab: starts and controls them, and sends what happens in them to the page. */
export class Runs {
  /** The recorded runs, those that are executed among them. */
  readonly history: History;
  readonly #context: EngineContext;
  readonly #workspace: WorkspacePorts;
  readonly #batcher: EventBatcher;
  readonly #texts: TextBatcher;
  readonly #executors: RunExecutors;
  readonly #channel: RunChannel;
  /** Runs that were looked at: of those that other runs have started, only their events are sent. */
  readonly #watched = new Set<string>();
  /** What runs are resumed with; null before `recoverRuns`. */
  #surroundings: RunSurroundings | null = null;

  constructor(context: EngineContext, workspace: WorkspacePorts) {
    this.#context = context;
    this.#workspace = workspace;
    this.#batcher = new EventBatcher(context.clock);
    this.#texts = new TextBatcher(context.clock);
    this.#executors = this.#createExecutors();
    this.#channel = this.#createChannel();
    this.history = new History({ ...context, executors: this.#executors });
  }

  #createExecutors(): RunExecutors {
    const { memory, secrets } = this.#context;
    return new RunExecutors({
      ...this.#context,
      portsOf: (run) =>
        this.#workspace.portsOf(run, {
          memory,
          authorizeSecret: secrets.authorizerOf(run),
          onProgress: (progress) => this.#texts.push(progress),
        }),
      load: () => import('./children/openChildren.ts'),
      workflows: () => this.#workspace.workflows,
      onEvents: (runId, events, isInside) => {
        if (!isInside || this.#watched.has(runId)) this.#batcher.push(runId, events);
        this.#channel.publish({ runId, events });
      },
      onIdle: (runId, isIdle, isInside) => {
        if (!isInside || this.#watched.has(runId)) this.#batcher.notify(runId, { isIdle });
        this.#channel.publish({ runId, events: [], isIdle });
      },
      onTrouble: (runId, trouble) => {
        this.#batcher.notify(runId, { trouble });
        this.#channel.publish({ runId, events: [], trouble });
      },
      fill: (variables) => secrets.fill(variables),
      onResumedHere: (runId) => this.#batcher.notify(runId, { isElsewhere: false }),
      backlog: (runId) => this.#batcher.backlog(runId),
    });
  }

  #createChannel(): RunChannel {
    const { channel, clock, locks, secrets } = this.#context;
    return new RunChannel(channel, clock, {
      flush: (runId) => this.#executors.flush(runId),
      control: (runId, control) => void this.#executors.control(runId, control),
      onStarted: (runId) => {
        const { variables } = this.#surroundings ?? {};
        if (variables !== undefined && locks.areShared)
          void this.#executors.resume(runId, { variables: secrets.fill(variables) });
      },
      waitOf: (runId) => this.#executors.waitOf(runId),
      receive: ({ runId, events, trouble, isIdle }) => {
        this.#batcher.push(runId, events);
        if (trouble !== undefined) this.#batcher.notify(runId, { trouble });
        if (isIdle !== undefined) this.#batcher.notify(runId, { isIdle });
      },
    });
  }

  /** Rows with what those wait for that other tabs execute. */
  addWaits(rows: readonly RunSummary[]): Promise<readonly RunSummary[]> {
    return withWaits(rows, this.#channel, (runId) => this.#executors.summaryOf(runId) !== undefined);
  }

  async startRun(request: RunRequest): ReturnType<PortEngine['startRun']> {
    const { secrets } = this.#context;
    await Promise.all([loadPatterns(), secrets.ready()]);
    const prepared = await prepareStart(this.#context, this.#workspace, request);
    if (!prepared.ok) return { ok: false, failure: prepared.error };
    const { record, variables } = prepared.value;
    const summary = withExposure(record.summary, await this.history.exposedBefore(request));
    return this.#begin({ ...record, summary }, variables, true);
  }

  async forkRun(request: ForkRequest): ReturnType<PortEngine['forkRun']> {
    const runId = `run-${this.#context.uniqueText()}`;
    const variables = this.#context.secrets.fill(request.variables);
    const forked = await this.history.fork({ ...request, variables }, runId);
    if (!forked.ok) return { ok: false, failure: forked.error };
    const { record, before } = forked.value;
    const begun = await this.#begin(record, await this.#takeBelow(record, variables), false);
    return begun.ok && before !== undefined ? { ...begun, before } : begun;
  }

  /** The variables of a fork; of one with another text, with those that the workflows below it are given. */
  async #takeBelow({ workflow }: NewRecord, variables: readonly Variable[]): Promise<readonly Variable[]> {
    return workflow === undefined ? variables : this.#workspace.takeBelow(workflow, variables);
  }

  /** Stores a new run and executes it; then prunes the history. */
  async #begin(run: NewRecord, variables: readonly Variable[], isNew: boolean): ReturnType<PortEngine['startRun']> {
    const { runId } = run.summary;
    const begun = await this.#executors.begin(run, variables, isNew);
    if (!begun.ok) return { ok: false, failure: { type: 'storage', error: begun.error } };
    this.#channel.announce(runId);
    void roomForRuns().then((most) => this.#context.store.prune(most));
    return { ok: true, runId };
  }

  async controlRun(runId: string, control: RunControl): Promise<RunError | undefined> {
    const answer = this.#executors.control(runId, control);
    if (answer !== null) return answer.refusal;
    const { store } = this.#context;
    const refusal = control.type === 'signal.received' ? await checkRecorded(runId, control, store) : undefined;
    // The tab that executes it refuses it as well, and records that.
    this.#channel.control(runId, control);
    return refusal;
  }

  async recoverRuns(surroundings: RunSurroundings): Promise<readonly string[]> {
    const { clock, locks, secrets, store } = this.#context;
    this.#surroundings = surroundings;
    if (!locks.areShared) return [];
    const rows = await store.list({ status: 'running' });
    if (!rows.ok)
      clock.setTimer(RECOVER_AGAIN, () => void this.recoverRuns(this.#surroundings ?? surroundings).catch(() => []));
    const unfinished = unwrap(rows).flatMap(({ runId, problem }) => (problem === undefined ? [runId] : []));
    const variables = secrets.fill(surroundings.variables);
    const outcomes = await Promise.all(unfinished.map((runId) => this.#executors.resume(runId, { variables })));
    // Also those that have ended by now: what was waited for may be long past.
    return unfinished.filter((_, index) => outcomes[index]?.ok && outcomes[index].value);
  }

  async takeOver(runId: string, { variables }: RunSurroundings): Promise<void> {
    unwrap(await this.#executors.resume(runId, { variables: this.#context.secrets.fill(variables), steal: true }));
  }

  async retryStorage(runId: string): Promise<void> {
    this.#executors.retryStorage(runId);
  }

  async subscribe(port: EventPort): Promise<void> {
    this.#batcher.setListener(sendEvents(port));
  }

  async subscribeTexts(listener: TextListener): Promise<void> {
    this.#texts.setListener(listener);
  }

  async findRun(runId: string): Promise<RunRecord | null> {
    const { locks } = this.#context;
    this.#watched.add(runId);
    const isHere = this.#executors.summaryOf(runId) !== undefined;
    const isElsewhere = !isHere && (await locks.live()).has(await this.history.rootOf(runId));
    if (isElsewhere) await this.#channel.watch(runId);
    const record = await this.history.find(runId);
    if (record === null || !isElsewhere) return record;
    const [row] = await this.addWaits([record]);
    return { ...record, isIdle: row?.isIdle === true, isElsewhere };
  }
}

/** Rows with what those wait for that other tabs execute. */
async function withWaits(
  rows: readonly RunSummary[],
  channel: Pick<RunChannel, 'askWaits'>,
  isHere: (runId: string) => boolean,
): Promise<readonly RunSummary[]> {
  const away = rows.filter(({ runId, status }) => status === 'running' && !isHere(runId));
  if (away.length === 0) return rows;
  const waits = await channel.askWaits(away.map(({ runId }) => runId));
  return rows.map((row) => ({ ...row, ...waits.get(row.runId) }));
}

/** Most outermost runs in the history, besides those that are kept, tagged or not finished. */
const MOST = 5_000;

/** As many where the browser has given more than half of the storage that this site may use. */
const FEW = 500;

/** How many runs the history may hold now. */
export async function roomForRuns(): Promise<number> {
  // Browsers without a storage manager, and some private windows, do not tell.
  const { usage = 0, quota = 0 } = (await globalThis.navigator?.storage?.estimate?.().catch(() => null)) ?? {};
  return usage * 2 > quota && quota > 0 ? FEW : MOST;
}
