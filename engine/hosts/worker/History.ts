import { err, loadPatterns, ok, type Result } from '../../base/index.ts';
import { forkJournal, type RunError } from '../../run/index.ts';
import type { Clock } from './clock.ts';
import type { JournaledRun, RunStore } from './journal/RunStore.ts';
import type { StorageFailure } from './journal/storageFailure.ts';
import type { LiveRuns } from './LiveRuns.ts';
import type { RunLocks } from './locks.ts';
import type { NewRun } from './openExecution.ts';
import type { ForkRequest, RunQuery, RunRecord, RunSummary } from './protocol.ts';
import { replay } from './replay.ts';
import { toSummary } from './toSummary.ts';

/** What the history is kept with. */
export interface HistoryContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly locks: RunLocks;
  readonly uniqueText: () => string;
  readonly live: LiveRuns;
}

/** The runs that are kept: rows, records, export and import, and where another run can begin. */
export class History {
  readonly #context: HistoryContext;

  constructor(context: HistoryContext) {
    this.#context = context;
  }

  /** Newest first, with the state each has now. */
  async list(query: RunQuery): Promise<Result<readonly RunSummary[], StorageFailure>> {
    const { store, locks, live } = this.#context;
    const rows = await store.list(query);
    if (!rows.ok) return rows;
    const shown = rows.value.map((row) => keepAs(live.summaryOf(row.runId) ?? row, row));
    // Most often all are over, and nobody need be asked who executes them.
    if (shown.every(({ status }) => status !== 'running')) return ok(shown);
    const held = await locks.live();
    return ok(shown.map((row) => showStatus(row, held)));
  }

  async find(runId: string): Promise<Result<RunRecord | null, StorageFailure>> {
    const { clock, locks } = this.#context;
    const found = await this.#read(runId);
    if (!found.ok || found.value === null) return found.ok ? ok(null) : found;
    const { summary, details } = found.value;
    await loadPatterns();
    const events = (await replay(found.value, clock)).flatMap((step) => step.events);
    const row = summary.isImported === true ? summary : toSummary(summary, events);
    return ok({ ...showStatus(row, await locks.live()), source: details.source, input: details.input, events });
  }

  keep(runId: string, isKept: boolean): Promise<Result<void, StorageFailure>> {
    return this.#context.store.keep(runId, isKept);
  }

  async export(runId: string): Promise<Result<string | null, StorageFailure>> {
    const found = await this.#read(runId);
    if (!found.ok || found.value === null) return found.ok ? ok(null) : found;
    const { formatRun } = await import('./exportedRun.ts');
    return ok(formatRun(found.value));
  }

  async import(text: string): Promise<Result<RunSummary, { readonly message: string }>> {
    const { store, uniqueText } = this.#context;
    const { readRun } = await import('./exportedRun.ts');
    const read = readRun(text, `run-${uniqueText()}`);
    if (!read.ok) return err({ message: read.error });
    const { summary, details, inputs } = read.value;
    const created = await store.create(summary, details, inputs);
    return created.ok ? ok(summary) : created;
  }

  /** Another run that begins as this one did, up to a moment of it; it is neither stored nor executed yet. */
  async fork({ runId: from, seq, isPaused }: ForkRequest, runId: string): Promise<Result<NewRun, RunError>> {
    const { clock } = this.#context;
    const found = await this.#read(from);
    if (!found.ok) return found;
    if (found.value === null) return err(missing());
    const count = await this.#countInputs(found.value, seq, isPaused);
    const inputs = forkJournal(found.value.inputs, { runId, seq, inputs: count, isPaused });
    const { summary, details } = found.value;
    const { isKept: _, isImported: __, problem: ___, ...row } = summary;
    const forked: RunSummary = {
      ...row,
      runId,
      status: 'running',
      startedAt: clock.now(),
      endedAt: null,
      forkedFrom: from,
    };
    return ok({ summary: forked, details: { ...details, runId }, inputs });
  }

  /** Of a run that is executed here, what has happened by now, stored or not. */
  async #read(runId: string): Promise<Result<JournaledRun | null, StorageFailure>> {
    const live = this.#context.live.recorded(runId);
    return live === undefined ? this.#context.store.find(runId) : ok(live);
  }

  /** How many inputs lead up to an event: with that which caused it, unless the run would be over by then. */
  async #countInputs(recorded: JournaledRun, seq: number, isPaused: boolean): Promise<number> {
    const steps = await replay(recorded, this.#context.clock);
    const found = steps.findIndex(({ events }) => (events.at(-1)?.seq ?? -1) >= seq);
    const index = found === -1 ? steps.length - 1 : found;
    const ends = steps[index]?.events.at(-1)?.type === 'run.finished';
    return ends && !isPaused ? index : index + 1;
  }
}

/** A row with the mark of another one: only the stored one is marked. */
function keepAs(row: RunSummary, { isKept }: RunSummary): RunSummary {
  return isKept === undefined ? row : { ...row, isKept };
}

/** A run that nobody executes and that has no end was interrupted. */
function showStatus(summary: RunSummary, live: ReadonlySet<string>): RunSummary {
  return summary.status === 'running' && !live.has(summary.runId) ? { ...summary, status: 'interrupted' } : summary;
}

function missing(): RunError {
  const message = 'That run is no longer kept, so nothing can be forked from it.';
  return { code: 'REFERENCE_ERROR', message, details: { type: 'run.missing', reason: message } };
}
