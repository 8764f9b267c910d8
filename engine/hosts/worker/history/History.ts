import { err, ok, type Result } from '../../../base/index.ts';
import type { ParentRun, RunError } from '../../../run/index.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { ForkRequest, RunQuery, RunRecord, RunRequest, RunSummary, StartFailure } from '../protocol/protocol.ts';
import { unwrap } from '../protocol/unwrap.ts';
import { toSummary } from '../run/record/toSummary.ts';
import type { HistoryContext } from './exchangeRuns.ts';
import type { PreparedFork } from './forkOnText.ts';

/** The recorded runs: rows, records and forks. */
export class History {
  readonly #context: HistoryContext;

  constructor(context: HistoryContext) {
    this.#context = context;
  }

  /** Newest first, with their current status. Rejects with what storage says. */
  async list(query: RunQuery): Promise<readonly RunSummary[]> {
    const { store, locks, executors } = this.#context;
    const shown = unwrap(await store.list(query)).map((row) =>
      withKeptMark(executors.summaryOf(row.runId) ?? row, row),
    );
    // Usually all have ended: then the locks need not be queried.
    if (shown.every(({ status }) => status !== 'running')) return shown;
    const held = await locks.live();
    const end = await this.#endAbove(shown[0]?.parent);
    const isCut = ({ runId }: RunSummary): boolean => end !== null && executors.summaryOf(runId) === undefined;
    return shown.map((row) => (isCut(row) ? cutOff(row, end ?? 0) : showStatus(row, held)));
  }

  /** When the run above one ended, or one above that; null where none has. */
  async #endAbove(parent: ParentRun | undefined): Promise<number | null> {
    const { executors, store } = this.#context;
    for (let above = parent; above !== undefined; ) {
      const live = executors.summaryOf(above.runId);
      const stored = live === undefined ? await store.row(above.runId) : ok(live);
      if (!stored.ok) return null;
      if (stored.value?.status !== 'running') return stored.value?.endedAt ?? 0;
      above = stored.value.parent;
    }
    return null;
  }

  /** Null where there is none. Rejects with a sentence for the user, also where an imported run exceeds the limits of its replay. */
  async find(runId: string): Promise<RunRecord | null> {
    const { clock: host, executors, locks, reader } = this.#context;
    const found = unwrap(await this.read(runId));
    if (found === null) return null;
    const { summary, details } = found;
    const isLeft = summary.status === 'running' && executors.summaryOf(runId) === undefined;
    const end = isLeft ? await this.#endAbove(summary.parent) : null;
    const recorded = end === null ? found : withCancel(found, end);
    const { replayRecorded } = await import('./replayRecorded.ts');
    const { events } = unwrap(await replayRecorded(recorded, { clock: host, reader }));
    const row = summary.isImported === true ? summary : toSummary(summary, events);
    const { source, input, files = new Map<string, string>() } = details;
    const imported = isForeign(row) ? { files } : {};
    const clock = executors.clockOf(runId);
    const live = clock === undefined ? {} : { clock, isIdle: executors.summaryOf(runId)?.isIdle === true };
    return { ...showStatus(row, await locks.live()), source, input, ...imported, events, ...live };
  }

  /** The run that a person started: the one whose lock is held while this one is executed. Rejects with what storage says. */
  async rootOf(runId: string): Promise<string> {
    const { executors, store } = this.#context;
    const row = executors.summaryOf(runId) ?? unwrap(await store.row(runId));
    return row?.parent?.root ?? runId;
  }

  /** Deletes a run that a person started. Rejects with a sentence for the user. */
  async remove(runId: string): Promise<void> {
    const { executors, locks, store } = this.#context;
    await executors.discard(runId);
    const lock = await locks.tryAcquire(runId);
    if (lock === null) throw new Error('This run is running in another tab. Stop it there before you delete it.');
    const removed = await store.remove(runId);
    lock.release();
    unwrap(removed);
  }

  /** The guessable secrets that a run may contain through the results it reuses: those that earlier runs of its file have used. */
  async exposedBefore({ path, plan }: Pick<RunRequest, 'path' | 'plan'>): Promise<ReadonlySet<string>> {
    if (plan?.reuse === undefined && plan?.pins === undefined) return new Set();
    const rows = await this.list({ path }).catch(() => []);
    return new Set(rows.flatMap(({ exposed = [] }) => exposed));
  }

  /** A fork of a run: a new run with its inputs up to an event. It is neither stored nor executed yet. */
  async fork(request: ForkRequest, runId: string): Promise<Result<PreparedFork, StartFailure>> {
    const { clock, reader, uniqueText } = this.#context;
    const found = await this.read(request.runId);
    if (!found.ok) return err({ type: 'storage', error: found.error });
    if (found.value === null) return err({ type: 'storage', error: missing() });
    if (request.text !== undefined) {
      const { forkOnText } = await import('./forkOnText.ts');
      return forkOnText(found.value, { ...request, text: request.text }, { runId, clock });
    }
    const { forkRecorded } = await import('./replayRecorded.ts');
    const forked = await forkRecorded(found.value, request, { runId, clock, reader, uniqueText });
    return forked.ok ? ok({ record: forked.value }) : err({ type: 'storage', error: forked.error });
  }

  /** A run from its first input; of a run that is executed here, also the inputs that are not stored yet. */
  async read(runId: string): Promise<Result<JournaledRun | null, RunError>> {
    const live = this.#context.executors.recorded(runId);
    if (live?.from === 0) return ok(live);
    const found = await this.#context.store.find(runId);
    if (!found.ok) return found;
    if (live === undefined && (found.value?.from ?? 0) === 0) return found;
    return (await import('../run/open/checkpoints.ts')).wholeRecord(live, found.value);
  }
}

/** Whether a run, or one it was forked from, was imported from a file. */
function isForeign({ isImported, importedFrom }: RunSummary): boolean {
  return isImported === true || importedFrom !== undefined;
}

/** A row with the `isKept` of the stored row: executors do not update it. */
function withKeptMark(row: RunSummary, { isKept }: RunSummary): RunSummary {
  return isKept === undefined ? row : { ...row, isKept };
}

/** An unfinished run that no tab executes is `interrupted`. */
function showStatus(summary: RunSummary, live: ReadonlySet<string>): RunSummary {
  const { runId, parent, status } = summary;
  return status === 'running' && !live.has(parent?.root ?? runId) ? { ...summary, status: 'interrupted' } : summary;
}

/** An unfinished run below one that has ended will not be continued. */
function cutOff(summary: RunSummary, end: number): RunSummary {
  if (summary.status !== 'running') return summary;
  return { ...summary, status: 'cancelled', endedAt: Math.max(end, summary.startedAt) };
}

/** A run that is cut off, with the input that would have ended it. */
function withCancel(recorded: JournaledRun, end: number): JournaledRun {
  const at = Math.max(end, recorded.inputs.at(-1)?.at ?? 0);
  return { ...recorded, inputs: [...recorded.inputs, { type: 'run.cancelled', at }] };
}

function missing(): RunError {
  const message = 'This run is no longer stored, so it cannot be forked.';
  return { code: 'REFERENCE_ERROR', message, details: { type: 'run.missing', reason: message } };
}
