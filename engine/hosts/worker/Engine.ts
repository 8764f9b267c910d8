import { type Json, loadPatterns } from '../../base/index.ts';
import type { HostPorts, MemoryQuestion, ShippedPrice } from '../../effects/index.ts';
import type { RunError } from '../../run/index.ts';
import type { TextPart } from '../../syntax/index.ts';
import type { Diagnostic } from '../../text/index.ts';
import type { ModelTest, ModelTestRequest } from '../testModel.ts';
import { askMemories, askModel } from './askOutsideRuns.ts';
import type { EngineContext } from './EngineContext.ts';
import type { Backtests } from './history/Backtests.ts';
import { History } from './history/History.ts';
import { roomForRuns } from './journal/roomForRuns.ts';
import { prepareStart } from './prepareStart.ts';
import type { Proof } from './proof/Proof.ts';
import { EventBatcher } from './protocol/EventBatcher.ts';
import { sendEvents } from './protocol/eventPort.ts';
import type {
  CheckWorkspace,
  EngineWorker,
  EventPort,
  ForkRequest,
  HistoryQuestion,
  InspectRequest,
  PortEngine,
  RunControl,
  RunQuery,
  RunRecord,
  RunRequest,
  RunServer,
  RunSummary,
  RunSurroundings,
  SecretAnswer,
  SecretChange,
  SecretState,
  SendRequest,
  StorageReport,
  Variable,
} from './protocol/protocol.ts';
import { RunChannel } from './protocol/RunChannel.ts';
import { TextBatcher, type TextListener } from './protocol/TextBatcher.ts';
import { unwrap } from './protocol/unwrap.ts';
import { checkRecorded } from './run/checkRecorded.ts';
import type { NewRecord } from './run/openExecution.ts';
import { RunExecutors } from './run/RunExecutors.ts';
import { withExposure } from './run/toSummary.ts';
import { Servers } from './Servers.ts';
import type { AskingRun } from './workspace/SecretBroker.ts';
import { TextReader } from './workspace/TextReader.ts';
import { type PortsOptions, WorkspacePorts } from './workspace/WorkspacePorts.ts';

/** How long after a failed read of the history it is read again for unfinished runs, in ms. */
const RECOVER_AGAIN = 5_000;

/** The engine in the worker: one per worker, any number of concurrent runs. */
export class Engine implements PortEngine {
  readonly #context: EngineContext;
  readonly #batcher: EventBatcher;
  readonly #texts: TextBatcher;
  readonly #workspace: WorkspacePorts;
  readonly #executors: RunExecutors;
  readonly #history: History;
  readonly #channel: RunChannel;
  readonly #reader: TextReader;
  /** Runs that were looked at: of those that other runs have started, only their events are sent. */
  readonly #watched = new Set<string>();
  readonly #servers: Servers;
  /** Loaded with the first backtest. */
  #backtests: Promise<Backtests> | null = null;
  /** What runs are resumed with; null before `recoverRuns`. */
  #surroundings: RunSurroundings | null = null;
  /** Loaded with the first question about tests. */
  #proof: Promise<Proof> | null = null;

  constructor(context: EngineContext) {
    const { clock, store, locks, channel, createPerformer, fetch, uniqueText } = context;
    this.#context = context;
    this.#servers = new Servers(context);
    this.#batcher = new EventBatcher(clock);
    this.#reader = new TextReader(clock);
    this.#texts = new TextBatcher(clock);
    this.#workspace = new WorkspacePorts(context);
    this.#executors = new RunExecutors({
      store,
      clock,
      locks,
      ...(createPerformer === undefined ? {} : { createPerformer }),
      ...(fetch === undefined ? {} : { fetch }),
      portsOf: (run) =>
        this.#workspace.portsOf(run, {
          memory: context.memory,
          authorizeSecret: context.secrets.authorizerOf(run),
          onProgress: (progress) => this.#texts.push(progress),
        }),
      openChildren: async (...run) => (await import('./children/openChildren.ts')).openChildren(...run),
      filesOf: (importedFrom) => this.#workspace.filesOf(importedFrom),
      onEvents: (runId, events, isInside) => {
        if (this.#isShown(runId, isInside)) this.#batcher.push(runId, events);
        this.#channel.publish({ runId, events });
      },
      onTrouble: (runId, trouble) => {
        this.#batcher.notify(runId, { trouble });
        this.#channel.publish({ runId, events: [], trouble });
      },
      onResumedHere: (runId) => this.#batcher.notify(runId, { isElsewhere: false }),
      backlog: (runId) => this.#batcher.backlog(runId),
    });
    this.#channel = new RunChannel(channel, clock, {
      flush: (runId) => this.#executors.flush(runId),
      control: (runId, control) => void this.#executors.control(runId, control),
      onStarted: (runId) => {
        const { variables } = this.#surroundings ?? {};
        if (variables !== undefined && locks.areShared)
          void this.#executors.resume(runId, { variables: context.secrets.fill(variables) });
      },
      receive: ({ runId, events, trouble }) => {
        this.#batcher.push(runId, events);
        if (trouble !== undefined) this.#batcher.notify(runId, { trouble });
      },
    });
    this.#history = new History({
      store,
      clock,
      locks,
      uniqueText,
      executors: this.#executors,
      reader: context.reader,
    });
  }

  async startRun(request: RunRequest): ReturnType<EngineWorker['startRun']> {
    const { secrets } = this.#context;
    await Promise.all([loadPatterns(), secrets.ready()]);
    const prepared = await prepareStart(this.#context, this.#workspace, request);
    if (!prepared.ok) return { ok: false, failure: prepared.error };
    const { record, variables } = prepared.value;
    const summary = withExposure(record.summary, await this.#history.exposedBefore(request));
    return this.#begin({ ...record, summary }, variables, true);
  }

  async setWorkspace(...[files, mcpServers]: Parameters<EngineWorker['setWorkspace']>): Promise<void> {
    this.#workspace.setWorkspace(files, mcpServers);
  }

  async listMcpTools(
    ...[server, variables]: Parameters<EngineWorker['listMcpTools']>
  ): ReturnType<EngineWorker['listMcpTools']> {
    const { secrets, uniqueText } = this.#context;
    await Promise.all([loadPatterns(), secrets.ready()]);
    const authorizeSecret = secrets.authorizerOf({ runId: `tools-${uniqueText()}`, path: '' });
    return this.#workspace.listTools(server, { variables: secrets.fill(variables), authorizeSecret });
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

  async forkRun(request: ForkRequest): ReturnType<EngineWorker['forkRun']> {
    const runId = `run-${this.#context.uniqueText()}`;
    const variables = this.#context.secrets.fill(request.variables);
    const forked = await this.#history.fork({ ...request, variables }, runId);
    if (!forked.ok) return { ok: false, failure: forked.error };
    const { record, before } = forked.value;
    const begun = await this.#begin(record, await this.#takeBelow(record, variables), false);
    return begun.ok && before !== undefined ? { ...begun, before } : begun;
  }

  /** The variables of a fork; of one with another text, with those that the workflows below it are given. */
  async #takeBelow({ workflow }: NewRecord, variables: readonly Variable[]): Promise<readonly Variable[]> {
    return workflow === undefined ? variables : this.#workspace.takeBelow(workflow, variables);
  }

  async sendAgain({ runId, key, variables }: SendRequest): ReturnType<EngineWorker['sendAgain']> {
    const { memory, secrets } = this.#context;
    const [{ sendAgain }, recorded] = await Promise.all([
      import('./history/sendAgain.ts'),
      this.#history.read(runId),
      secrets.ready(),
    ]);
    if (!recorded.ok) return recorded;
    const portsOf = (run: PortsOptions & AskingRun): HostPorts =>
      this.#workspace.portsOf(run, { memory, authorizeSecret: secrets.authorizerOf(run) });
    return sendAgain(recorded.value, key, { ...this.#context, variables: secrets.fill(variables), portsOf });
  }

  async subscribe(port: EventPort): Promise<void> {
    this.#batcher.setListener(sendEvents(port));
  }

  async subscribeTexts(listener: TextListener): Promise<void> {
    this.#texts.setListener(listener);
  }

  async listPrices(): Promise<readonly ShippedPrice[]> {
    return (await import('./shippedPrices.ts')).SHIPPED_PRICES;
  }

  testModel(request: ModelTestRequest): Promise<ModelTest> {
    return askModel(this.#context, request);
  }

  askMemory(question: MemoryQuestion, variables: readonly Variable[]): ReturnType<PortEngine['askMemory']> {
    return askMemories(this.#context, question, variables);
  }

  async subscribeSecrets(listener: (state: SecretState) => void): Promise<void> {
    await this.#context.secrets.subscribe(listener);
  }

  async subscribeStorage(listener: (report: StorageReport) => void): Promise<void> {
    this.#context.storage.subscribe(listener);
  }

  lifeLock(): Promise<string | null> {
    return this.#context.lifeLock;
  }

  async changeSecret(change: SecretChange): Promise<string | null> {
    const changed = await this.#context.secrets.change(change);
    return changed.ok ? null : changed.error;
  }

  async answerSecret(id: string, answer: SecretAnswer): Promise<string | null> {
    const answered = await this.#context.secrets.answer(id, answer);
    return answered.ok ? null : answered.error;
  }

  async listRuns(query: RunQuery = {}): Promise<readonly RunSummary[]> {
    return unwrap(await this.#history.list(query));
  }

  async askHistory(question: HistoryQuestion): ReturnType<PortEngine['askHistory']> {
    return unwrap(await this.#context.store.ask(question));
  }

  async findRun(runId: string): Promise<RunRecord | null> {
    const { locks } = this.#context;
    this.#watched.add(runId);
    const isHere = this.#executors.summaryOf(runId) !== undefined;
    const isElsewhere = !isHere && (await locks.live()).has(await this.#history.rootOf(runId));
    if (isElsewhere) await this.#channel.watch(runId);
    const record = unwrap(await this.#history.find(runId));
    return record === null || !isElsewhere ? record : { ...record, isElsewhere };
  }

  async inspectRun(request: InspectRequest): ReturnType<EngineWorker['inspectRun']> {
    return unwrap(await this.#history.inspect(request));
  }

  async saveTest(...asked: Parameters<PortEngine['saveTest']>): ReturnType<PortEngine['saveTest']> {
    return (await this.#openProof()).saveTest(...asked);
  }

  async playTests(...asked: Parameters<PortEngine['playTests']>): ReturnType<PortEngine['playTests']> {
    return (await this.#openProof()).playTests(...asked);
  }

  async playDataset(
    ...[request, before, deliver]: Parameters<EngineWorker['playDataset']>
  ): ReturnType<EngineWorker['playDataset']> {
    const { playDataset } = await import('./workspace/playDatasets.ts');
    return playDataset(request, { ports: this.#context.ports, before }, deliver);
  }

  async playDatasetRun(
    ...[request, place]: Parameters<EngineWorker['playDatasetRun']>
  ): ReturnType<EngineWorker['playDatasetRun']> {
    const { playDatasetRun } = await import('./workspace/playDatasets.ts');
    return playDatasetRun(request, place, this.#context.ports);
  }

  async playTestRun(...asked: Parameters<PortEngine['playTestRun']>): ReturnType<PortEngine['playTestRun']> {
    return (await this.#openProof()).playTestRun(...asked);
  }

  async drill(...asked: Parameters<PortEngine['drill']>): ReturnType<PortEngine['drill']> {
    return (await this.#openProof()).drill(...asked);
  }

  async playDrillCell(...asked: Parameters<PortEngine['playDrillCell']>): ReturnType<PortEngine['playDrillCell']> {
    return (await this.#openProof()).playDrillCell(...asked);
  }

  async mutate(...asked: Parameters<PortEngine['mutate']>): ReturnType<PortEngine['mutate']> {
    return (await this.#openProof()).mutate(...asked);
  }

  async updateTest(...asked: Parameters<PortEngine['updateTest']>): ReturnType<PortEngine['updateTest']> {
    return (await this.#openProof()).updateTest(...asked);
  }

  async backtestRuns(
    ...[request, deliver]: Parameters<EngineWorker['backtestRuns']>
  ): ReturnType<EngineWorker['backtestRuns']> {
    return (await this.#openBacktests()).play(request, deliver);
  }

  async playBacktest(
    ...[request, runId]: Parameters<EngineWorker['playBacktest']>
  ): ReturnType<EngineWorker['playBacktest']> {
    return (await this.#openBacktests()).playOne(request, runId);
  }

  #openBacktests(): Promise<Backtests> {
    this.#backtests ??= import('./history/Backtests.ts').then(
      (loaded) => new loaded.Backtests(this.#history, this.#context.ports),
    );
    return this.#backtests;
  }

  async deleteRun(runId: string): Promise<void> {
    await this.#history.remove(await this.#history.rootOf(runId));
  }

  async keepRun(runId: string, isKept: boolean): Promise<void> {
    unwrap(await this.#history.keep(await this.#history.rootOf(runId), isKept));
  }

  async exportRun(runId: string): Promise<string | null> {
    return unwrap(await this.#history.export(runId));
  }

  async importRun(text: string, fileName: string): Promise<RunSummary> {
    return unwrap(await this.#history.import(text, fileName));
  }

  askServer(...asked: Parameters<PortEngine['askServer']>): ReturnType<PortEngine['askServer']> {
    return this.#servers.ask(...asked);
  }

  followServed(...asked: Parameters<PortEngine['followServed']>): Promise<void> {
    return this.#servers.follow(...asked);
  }

  async leaveServed(server: RunServer, runId: string): Promise<void> {
    this.#servers.leave(server, runId);
  }

  readServed(server: RunServer, runId: string): ReturnType<PortEngine['readServed']> {
    return this.#servers.read(server, runId);
  }

  async importServed(server: RunServer, runId: string): Promise<RunSummary> {
    return this.importRun(await this.#servers.export(server, runId), new URL(server.address).host);
  }

  readText(path: string, text: string, deliver: (parts: readonly TextPart[]) => void): Promise<void> {
    return this.#reader.read(path, text, deliver);
  }

  checkText(path: string, text: string, workspace: CheckWorkspace = {}): Promise<readonly Diagnostic[]> {
    return this.#reader.check(path, text, workspace);
  }

  checkInput(source: string, input: Json): ReturnType<EngineWorker['checkInput']> {
    return this.#reader.checkInput(source, input);
  }

  #openProof(): Promise<Proof> {
    const { ports, reader } = this.#context;
    this.#proof ??= import('./proof/Proof.ts').then(
      ({ Proof }) =>
        new Proof({
          ports,
          reader,
          files: () => this.#workspace.filesOf(undefined),
          exportRun: (runId) => this.exportRun(runId),
        }),
    );
    // After a failed load, the next question tries again.
    this.#proof.catch(() => (this.#proof = null));
    return this.#proof;
  }

  #isShown(runId: string, isInside: boolean): boolean {
    return !isInside || this.#watched.has(runId);
  }

  /** Stores a new run and executes it; then prunes the history. */
  async #begin(run: NewRecord, variables: readonly Variable[], isNew: boolean): ReturnType<EngineWorker['startRun']> {
    const { runId } = run.summary;
    const begun = await this.#executors.begin(run, variables, isNew);
    if (!begun.ok) return { ok: false, failure: { type: 'storage', error: begun.error } };
    this.#channel.announce(runId);
    void roomForRuns().then((most) => this.#context.store.prune(most));
    return { ok: true, runId };
  }
}
