import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { err, loadPatterns, ok, RecentMap, type Result } from '../../base/index.ts';
import { effectiveWorkflow } from '../../graph/index.ts';
import { analyzeRecorded, createRealClock, type RunInputDraft } from '../../hosts/node/index.ts';
import { checkPayload, checkSignal } from '../../run/index.ts';
import type { Caller } from '../CallerMarks.ts';
import {
  conceal,
  type RefusedSignal,
  refuseEnded,
  refuseInside,
  refusePayload,
  refuseSignal,
  refuseUndecided,
  toDraft,
} from '../common/controls.ts';
import { CheckedTexts, type GivenToRuns, isRunId, isSameStart, prepareStart } from '../common/prepareStart.ts';
import { WorkflowList } from '../common/WorkflowList.ts';
import { UnsupportedError } from '../errors.ts';
import { toServed } from '../heads.ts';
import { type CountRefusal, refuseDepth } from '../RefusedBy.ts';
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
  ServiceRefusal,
  ServiceState,
  StartedRun,
  WorkflowTest,
} from '../RunService.ts';
import { unknownRun } from '../refusals.ts';
import { retryOf } from '../retryOf.ts';
import { callerOfMark, isClusterMark } from './clusterMark.ts';
import { HealthWatch } from './HealthWatch.ts';
import { MAILBOX, RUN } from './handlers.ts';
import { Ingress, orUnsure, type RestateAddresses } from './Ingress.ts';
import { MaskedRuns, NO_END } from './MaskedRuns.ts';
import type { Mail, RunBeginning, RunRow } from './messages.ts';
import { findStored, StoredRuns, withFamilyStatus } from './StoredRuns.ts';

/** How often a run is looked at that someone watches, in ms. */
const WATCH = 150;

/** How many invocations are kept that were started last. */
const DRIVES = 1_024;

/** What a service over a cluster tells of itself. */
export interface RestateTold {
  /** Told when the cluster takes no calls, and when it does again. */
  readonly onProblem?: (message: string) => void;
  /** Counts what is refused here; what workers refuse is theirs. */
  readonly countRefusal?: CountRefusal;
}

/** Runs on a Restate cluster: this process starts and reads them, workers execute them. */
export class RestateRunService implements RunService {
  readonly #ingress: Ingress;
  readonly #stored: StoredRuns;
  readonly #given: GivenToRuns;
  readonly #countRefusal: CountRefusal;
  readonly #list: WorkflowList;
  readonly #runs: MaskedRuns;
  /** The first invocations of runs that were started here, by the id of the run. */
  readonly #drives = new RecentMap<string, string>(DRIVES);
  readonly #texts = new CheckedTexts();
  readonly #clock = createRealClock();
  readonly #health: HealthWatch;
  #state: Omit<ServiceState, 'problem'> = { isDraining: false, queued: 0, active: 0, waiting: 0 };

  constructor(addresses: RestateAddresses, given: GivenToRuns, told: RestateTold = {}) {
    const { onProblem = () => undefined, countRefusal = () => undefined } = told;
    this.#ingress = new Ingress(addresses);
    this.#health = new HealthWatch(() => this.#ingress.health(), onProblem);
    this.#stored = new StoredRuns(this.#ingress, onProblem);
    this.#runs = new MaskedRuns(this.#stored, given.variables);
    this.#given = given;
    this.#countRefusal = countRefusal;
    this.#list = new WorkflowList(given.ports);
  }

  /** Workers execute runs, whether this process is there or not: it only looks whether the cluster is. */
  begin(): void {
    this.#health.begin();
  }

  async start(request: RunStart): Promise<Result<StartedRun, ServiceRefusal>> {
    const { workflow, newId = `run-${randomUUID()}`, runId = newId, trigger = null, depth = 0 } = request;
    if (this.#state.isDraining) return err({ type: 'draining', message: 'This server is about to end.' });
    const deep = refuseDepth(request, this.#countRefusal);
    if (deep !== null) return err(deep);
    if (!isRunId(runId)) return err({ type: 'conflict', message: `“${runId}” cannot be the id of a run.` });
    if (request.runId !== undefined) {
      const found = await this.#find(request, runId);
      if (found !== null) return found;
    }
    const head = await prepareStart(request, runId, { given: this.#given, texts: this.#texts });
    if (!head.ok) return head;
    const led = depth === 0 ? {} : { depth };
    const beginning: RunBeginning = { head: head.value, workflow, trigger, queuedAt: head.value.start.at, ...led };
    const hint = `The run ${runId} may have started all the same.`;
    const begun = await orUnsure(this.#ingress.call(RUN.begin, [runId, beginning]), hint, runId);
    if (!begun.isNew) return (await this.#find(request, runId)) ?? err(unknownRun(runId));
    this.#stored.note(runId, head.value);
    if (begun.drive !== null) this.#drives.set(runId, begun.drive);
    return ok({ run: toServed(runId, begun.row, NO_END), isNew: true });
  }

  /** The run of an id that was started before; null where there is none. */
  async #find(request: RunStart, runId: string): Promise<Result<StartedRun, ServiceRefusal> | null> {
    const [run, head] = await Promise.all([this.get(runId), this.#stored.head(runId)]);
    if (run === null || head === null) return null;
    if (await isSameStart(request, head, this.#given)) return ok({ run, isNew: false });
    return err({ type: 'conflict', message: `The run ${runId} was started with another workflow or input.` });
  }

  /** Whose request has a mark, wherever it was executed; null: of no run of the cluster. Throws as {@link Ingress}. */
  async callerOf(mark: string): Promise<Caller | null> {
    const runId = callerOfMark(mark);
    const head = runId === null || !isRunId(runId) ? null : await this.#stored.head(runId);
    if (runId === null || head === null || !isClusterMark(mark, runId, head.salt)) return null;
    return { runId, depth: (await this.#stored.read(runId))?.row.depth ?? 0 };
  }

  get(runId: string): Promise<ServedRun | null> {
    return this.#runs.find(runId);
  }

  async rootWorkflow(runId: string): Promise<string | null> {
    const found = await this.#stored.read(runId);
    const root = found?.row.parent == null ? found : await this.#stored.read(found.row.parent.root);
    return root?.row.workflow ?? null;
  }

  async list(query: ServedRunQuery): Promise<ServedRunPage | null> {
    if (query.text !== undefined)
      throw new UnsupportedError('On Restate, inputs cannot be searched. Filter by workflow, status, since and until.');
    return this.#runs.page(await this.#rows(), query);
  }

  events(runId: string, page: { readonly after: number; readonly limit: number }): Promise<EventPage | null> {
    return this.#runs.events(runId, page);
  }

  watch(runId: string, onChange: () => void, signal: AbortSignal): void {
    void this.#poll(runId, onChange, signal);
  }

  async untilEnded(runId: string, signal: AbortSignal): Promise<ServedRun | null> {
    const first = await this.#attach(runId, signal);
    if (first !== null) return first;
    while (!signal.aborted) {
      const ended = await this.#ingress.call(RUN.ended, [runId, null, signal]).catch(() => null);
      if (ended !== null) break;
      // The cluster, or the connection to it, was lost.
      await delay(WATCH, undefined, { signal }).catch(() => undefined);
    }
    return this.get(runId);
  }

  /** A run that was started here, where its first invocation has ended it: none but that is asked. Else null. */
  async #attach(runId: string, signal: AbortSignal): Promise<ServedRun | null> {
    const drive = this.#drives.get(runId);
    if (drive === undefined) return null;
    const found = await this.#ingress.attach(RUN.drive, drive, signal).catch(() => null);
    this.#drives.delete(runId);
    return found === null ? null : this.#runs.serve(runId, found.row, found.end);
  }

  /** Looks at a run now and then, until that has ended. */
  async #poll(runId: string, onChange: () => void, signal: AbortSignal): Promise<void> {
    let before: RunRow | null = null;
    while (!signal.aborted) {
      const found = await this.#stored.read(runId).catch(() => undefined);
      if (found === null) return;
      if (found !== undefined && !signal.aborted) {
        const row = await withFamilyStatus(runId, found.row, findStored(this.#stored)).catch(() => found.row);
        if (before !== null && (row.events !== before.events || row.status !== before.status)) onChange();
        if (row.endedAt !== null) return;
        before = row;
      }
      await delay(WATCH, undefined, { signal }).catch(() => undefined);
    }
  }

  async control(runId: string, control: RunControl): Promise<Result<ServedRun, ServiceRefusal>> {
    const misfit = control.type === 'signal' ? refusePayload(control.payload) : null;
    if (misfit !== null) return err(misfit);
    const found = await this.#stored.read(runId);
    if (found === null) return err(unknownRun(runId));
    const { row } = found;
    if (row.parent !== null && control.type !== 'signal' && control.type !== 'skip')
      return err(refuseInside(runId, row.parent.root));
    if (row.endedAt !== null) return err(refuseEnded(runId));
    if (control.type === 'resume' && row.asked.length > 0 && control.repeat === undefined)
      return err(refuseUndecided({ id: runId, paused: row.paused }));
    const unfit = control.type === 'signal' ? await this.#refuseSignal(runId, control) : null;
    const at = this.#clock.now();
    const vault = control.type === 'signal' ? await this.#runs.vaultOf(runId) : null;
    const toInput = (draft: RunInputDraft): RunInputDraft => (vault === null ? draft : conceal(draft, vault));
    const mail: Mail =
      control.type === 'resume'
        ? { type: 'resume', at, repeat: control.repeat ?? null }
        : { type: 'input', at, input: unfit?.told ?? toInput(toDraft(control)) };
    const hint = 'The run may have received it all the same: look at the run before you send it again.';
    await orUnsure(this.#ingress.call(MAILBOX.push, [runId, mail]), hint);
    return unfit === null ? ok(toServed(runId, row, NO_END)) : err(unfit.refusal);
  }

  /**
   * Why a run does not take a signal; null where it does: as `checkSignal` of its machine, by the waits that the run has written
   * down. Those that have opened since are known by the text of the run alone.
   */
  async #refuseSignal(
    runId: string,
    { name, payload }: Extract<RunControl, { type: 'signal' }>,
  ): Promise<RefusedSignal | null> {
    const [head, waits] = await Promise.all([this.#stored.head(runId), this.#stored.waitsOf(runId), loadPatterns()]);
    if (head === null) return null;
    const open = waits.filter(({ signal }) => signal === name);
    const fits =
      open.length > 0
        ? open.map((wait) => checkPayload(wait, payload))
        : [checkSignal(effectiveWorkflow(analyzeRecorded(head)), name, payload)];
    for (const fit of fits) if (!fit.ok) return refuseSignal(name, fit.error, await this.#runs.openVault(head));
    return null;
  }

  async retry(runId: string, by: string | null, depth = 0): Promise<Result<StartedRun, ServiceRefusal>> {
    const [found, head] = await Promise.all([this.#stored.read(runId), this.#stored.head(runId)]);
    if (found === null || head === null) return err(unknownRun(runId));
    if (found.row.parent !== null) return err(refuseInside(runId, found.row.parent.root));
    const retry = retryOf({ id: runId, ...found.row }, head, by, depth);
    return retry.ok ? this.start(retry.value) : retry;
  }

  remove(): Promise<ServiceRefusal | null> {
    const message =
      'Runs on Restate are stored by the cluster. Once a run has ended, remove it there: restate kv clear SignalboxRun/ID';
    return Promise.reject(new UnsupportedError(message));
  }

  journal(runId: string): Promise<AsyncIterable<string> | null> {
    return this.#runs.journal(runId);
  }

  workflows(): Promise<readonly ServedWorkflow[]> {
    return this.#list.read();
  }

  waits(within?: WorkflowTest): Promise<readonly OpenWait[]> {
    return this.#runs.waits(this.#rows(), within);
  }

  state(): ServiceState {
    return { ...this.#state, problem: this.#health.problem };
  }

  /** The cluster decides how many runs are active, and which are kept. */
  load(): null {
    return null;
  }

  /** Runs are the cluster's: they continue. */
  close(): void {
    this.#health.end();
  }

  drain(): Promise<void> {
    this.#state = { ...this.#state, isDraining: true };
    return Promise.resolve();
  }

  /** The rows of all runs, which it counts. */
  async #rows(): Promise<ReadonlyMap<string, RunRow>> {
    const rows = await this.#runs.rows();
    const counts = { queued: 0, active: 0, waiting: 0 };
    for (const { status } of rows.values()) {
      if (status === 'queued') counts.queued += 1;
      if (status === 'running') counts.active += 1;
      if (status === 'waiting') counts.waiting += 1;
    }
    this.#state = { ...this.#state, ...counts };
    return rows;
  }
}
