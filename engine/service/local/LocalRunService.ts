import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { err, ok, RecentMap, type Result } from '../../base/index.ts';
import type { KeepConfig } from '../../serveConfig/index.ts';
import { refuseInside } from '../common/controls.ts';
import { CheckedTexts, isRunId, isSameStart, prepareStart } from '../common/prepareStart.ts';
import { WorkflowList } from '../common/WorkflowList.ts';
import { watchRun } from '../followEvents.ts';
import { Lanes } from '../Lanes.ts';
import { refuseDepth } from '../RefusedBy.ts';
import type {
  EventPage,
  OpenWait,
  RunControl,
  RunService,
  RunStart,
  ServedRun,
  ServedRunPage,
  ServedRunQuery,
  ServedWorkflow,
  ServiceLoad,
  ServiceRefusal,
  ServiceState,
  StartedRun,
  WorkflowTest,
} from '../RunService.ts';
import { unknownRun } from '../refusals.ts';
import { retryOf } from '../retryOf.ts';
import { controlRun } from './controlRun.ts';
import { RunReader, readHead } from './events/RunReader.ts';
import { Keeper, type Pruned } from './keep/Keeper.ts';
import { describeLoad, type LocalParts, refuseFull, refuseId, refuseQueue } from './load.ts';
import { beginOpen, sealLong, searchedOf } from './openRun.ts';
import { hasEnded, queuedRow, type RunRow, toHead, toServedRun } from './rows/RunRow.ts';
import type { ChangingOptions } from './ServiceSettings.ts';

/** Of how many workflows it is kept how many of their starts were refused. */
const MOST_REFUSED = 1000;

/** Runs in this process, with their journals in a state folder. */
export class LocalRunService implements RunService {
  readonly #parts: LocalParts;
  readonly #reader: RunReader;
  readonly #keeper: Keeper;
  readonly #workflows: WorkflowList;
  readonly #texts = new CheckedTexts();
  /** Emits the id of a run at each change of that. */
  readonly #changes = new EventEmitter().setMaxListeners(0);
  /** Starts under way, by the id of the run. */
  readonly #starting = new Lanes();
  /** How many starts of a workflow found no room in the queue. Names may be of anything: those of the latest are kept. */
  readonly #refused = new RecentMap<string, number>(MOST_REFUSED);
  #isDraining = false;

  /** @param onProblem told in words what keeps it from removing runs */
  constructor(parts: LocalParts, onProblem: (message: string) => void) {
    this.#parts = parts;
    this.#reader = new RunReader(parts);
    this.#keeper = new Keeper({ ...parts, onProblem, reader: this.#reader, refusal: () => this.#refusal() });
    this.#workflows = new WorkflowList(parts.given.ports);
  }

  /**
   * Continues the runs that have not ended. Before that nothing is executed, but what is started here meanwhile.
   * @param handled once this has resolved, runs that are not to be kept are removed; absent: at once
   */
  begin(handled?: Promise<void>): void {
    this.#parts.dispatcher.begin();
    if (handled === undefined) this.#keeper.begin();
    else void handled.then(() => this.#keeper.begin());
  }

  /** What runs are given from now on, and how many there may be. Those that are at work keep what they were taken up with. */
  change(options: ChangingOptions): void {
    this.#parts.settings.change(options);
    // It begins what has room now, too.
    this.#parts.dispatcher.retryBlocked();
    this.#keeper.change();
  }

  async start(request: RunStart): Promise<Result<StartedRun, ServiceRefusal>> {
    const id = request.runId ?? request.newId ?? `run-${randomUUID()}`;
    if (!isRunId(id)) return err(refuseId(id));
    return this.#starting.take(id, () => this.#start(request, id));
  }

  get(runId: string): Promise<ServedRun | null> {
    return this.#reader.get(runId);
  }

  async rootWorkflow(runId: string): Promise<string | null> {
    return this.#parts.index.rootWorkflow(runId);
  }

  /** How many runs have led to an outermost run, as in {@link RunStart}. */
  depthOf(runId: string): number {
    return this.#parts.index.get(runId)?.depth ?? 0;
  }

  async list(query: ServedRunQuery): Promise<ServedRunPage | null> {
    const page = await this.#parts.index.list(query, (row) => this.#parts.dispatcher.present(row));
    return page && { runs: page.rows.map(toHead), next: page.next };
  }

  events(runId: string, page: { readonly after: number; readonly limit: number }): Promise<EventPage | null> {
    return this.#reader.events(runId, page);
  }

  watch(runId: string, onChange: () => void, signal: AbortSignal): void {
    if (signal.aborted) return;
    const name = nameOf(runId);
    this.#changes.on(name, onChange);
    signal.addEventListener('abort', () => this.#changes.off(name, onChange), { once: true });
  }

  /** A run has new events, or another status. */
  notify(runId: string): void {
    this.#changes.emit(nameOf(runId));
  }

  async untilEnded(runId: string, signal: AbortSignal): Promise<ServedRun | null> {
    const { changes, end } = watchRun(this, runId, signal);
    try {
      for (;;) {
        const run = await this.get(runId);
        if (run === null || hasEnded(run) || signal.aborted) return run;
        await changes.next();
      }
    } finally {
      end();
    }
  }

  async control(runId: string, control: RunControl): Promise<Result<ServedRun, ServiceRefusal>> {
    const refusal = (): ServiceRefusal | null => this.#refusal({ mayCancel: control.type === 'cancel' });
    const act = (): ReturnType<typeof controlRun> => controlRun({ ...this.#parts, refusal }, runId, control);
    const done = await (control.type === 'cancel' ? this.#parts.files.reserve.lend(act) : act());
    // It could not be recorded in the room that was left.
    if (done !== null) return err(done.type === 'busy' ? (this.#refusal() ?? done) : done);
    const run = await this.get(runId);
    return run === null ? err(unknownRun(runId)) : ok(run);
  }

  async retry(runId: string, by: string | null, depth = 0): Promise<Result<StartedRun, ServiceRefusal>> {
    const { index, files, dispatcher } = this.#parts;
    const [row, root] = [index.get(runId), index.rootOf(runId)];
    if (row === null && root !== null) return err(refuseInside(runId, root));
    if (row === null) return err(unknownRun(runId));
    const head = readHead(files, runId, dispatcher.isQueued(runId));
    const retry = retryOf(dispatcher.present(row), head, by, depth);
    return retry.ok ? this.start(retry.value) : retry;
  }

  async remove(runId: string): Promise<ServiceRefusal | null> {
    // A start that finds it is answered first.
    await this.#starting.whenFree(runId);
    return this.#keeper.remove(runId);
  }

  /** Removes the runs that a configuration does not keep; with `isDry` says which. Rejects with what the system says. */
  prune(keep: KeepConfig, options?: { readonly isDry?: boolean }): Promise<Pruned> {
    return this.#keeper.prune(keep, options);
  }

  journal(runId: string): Promise<AsyncIterable<string> | null> {
    return this.#reader.journal(runId);
  }

  workflows(): Promise<readonly ServedWorkflow[]> {
    return this.#workflows.read();
  }

  async waits(within?: WorkflowTest): Promise<readonly OpenWait[]> {
    const { index, dispatcher } = this.#parts;
    const live = [...dispatcher.liveRuns()].flatMap((run) => run.waits());
    const down = index.unfinished().flatMap((row) => (dispatcher.live(row.id) === null ? row.waits : []));
    const isMeant = ({ runId }: OpenWait): boolean => within?.(index.rootWorkflow(runId) ?? '') ?? true;
    return [...live, ...down].filter(isMeant).sort((a, b) => a.since - b.since);
  }

  state(): ServiceState {
    const { health, dispatcher, index } = this.#parts;
    const rows = index.unfinished().map((row) => dispatcher.present(row));
    return {
      problem: health.problem,
      isDraining: this.#isDraining,
      queued: dispatcher.queued,
      active: dispatcher.active,
      waiting: rows.filter(({ status }) => status === 'waiting').length,
    };
  }

  load(): ServiceLoad {
    return describeLoad(this.#parts, this.#refused.entries());
  }

  async drain(within: number): Promise<void> {
    if (this.#isDraining) return;
    this.#isDraining = true;
    this.#keeper.close();
    await this.#starting.whenAllFree();
    await this.#parts.dispatcher.halt(within);
    this.#parts.health.close();
    this.#parts.files.close();
  }

  /** After the drain: nothing is read any more either. */
  close(): void {
    this.#reader.close();
    this.#parts.index.close();
  }

  async #start(request: RunStart, id: string): Promise<Result<StartedRun, ServiceRefusal>> {
    const { index, dispatcher, given, files, countRefusal } = this.#parts;
    const known = index.get(id);
    if (known !== null) return this.#find(request, known);
    const early = this.#refusal() ?? refuseDepth(request, countRefusal);
    if (early !== null) return err(early);
    if (index.rootOf(id) !== null) return err({ type: 'conflict', message: `Another run has started the run ${id}.` });
    const full = refuseQueue(request.workflow, this.#parts);
    if (full !== null) return this.#refuseFull(request, full);
    const prepared = await prepareStart(request, id, { given, texts: this.#texts });
    if (!prepared.ok) return prepared;
    await given.ports.turns?.next();
    const input = await searchedOf(prepared.value, given);
    const line = await sealLong(prepared.value, given);
    const late = this.#refusal();
    if (late !== null) return err(late);
    const head = prepared.value;
    const lateFull = refuseQueue(request.workflow, this.#parts);
    if (lateFull !== null) return this.#refuseFull(request, lateFull);
    const hasRoom = dispatcher.hasRoom(request.workflow);
    try {
      const row = queuedRow(request, { id, number: index.next, queuedAt: head.start.at, input });
      const journal = hasRoom ? files.begin(head, line) : null;
      if (journal === null) files.queue(head, line);
      dispatcher.save(row);
      if (journal === null) dispatcher.enqueue(row);
      else dispatcher.takeUp(id, { open: () => beginOpen(head, journal, given) });
      return ok({ run: toServedRun(dispatcher.present(index.get(id) ?? row)), isNew: true });
    } catch (error) {
      if (!this.#parts.health.note(error)) throw error;
      return err(this.#refusal() ?? refuseFull(this.#parts.settings.queue));
    }
  }

  async #find(request: RunStart, row: RunRow): Promise<Result<StartedRun, ServiceRefusal>> {
    const { files, given, dispatcher } = this.#parts;
    const head = readHead(files, row.id, dispatcher.isQueued(row.id));
    if (await isSameStart(request, head, given))
      return ok({ run: (await this.get(row.id)) ?? toServedRun(dispatcher.present(row)), isNew: false });
    const message = `The run ${row.id} was started with another workflow or another input.`;
    return err({ type: 'conflict', message });
  }

  #refuseFull({ workflow }: RunStart, refusal: ServiceRefusal): Result<StartedRun, ServiceRefusal> {
    this.#refused.set(workflow, (this.#refused.get(workflow) ?? 0) + 1);
    return err(refusal);
  }

  /** Why nothing can be done now; null where it can. A run may be cancelled on a full disk: that takes the room of the reserve. */
  #refusal({ mayCancel = false } = {}): ServiceRefusal | null {
    const { health, files } = this.#parts;
    if (this.#isDraining)
      return { type: 'draining', message: 'The server is about to end. Try again once it is back.' };
    if (mayCancel && health.isFull) {
      files.reserve.spend();
      return null;
    }
    return health.problem === null ? null : { type: 'storage', message: health.problem };
  }
}

/** What is emitted at a change of a run: emitters treat an event that is named as an error in a way of their own. */
function nameOf(runId: string): string {
  return `run ${runId}`;
}
