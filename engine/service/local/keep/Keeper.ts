import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeepConfig, KeepRule } from '../../../serveConfig/index.ts';
import { refuseInside } from '../../common/controls.ts';
import { withoutPlace } from '../../errors.ts';
import type { ServiceRefusal } from '../../RunService.ts';
import { unknownRun } from '../../refusals.ts';
import { workflowTest } from '../../workflowTest.ts';
import type { StateParts } from '../DispatcherParts.ts';
import type { RunReader } from '../events/RunReader.ts';
import { hasEnded, type RunRow } from '../rows/RunRow.ts';
import { removeRunFiles, sizeOfRun } from './removeFiles.ts';

/** How many runs are removed, or measured, before others have their turn. */
const TURN = 20;
const MEASURED = 100;

/** How often it is looked which runs are to go, in ms. */
const EVERY = 60_000;

/** What a keeper works with. */
export interface KeeperParts extends Pick<StateParts, 'files' | 'index' | 'now'> {
  readonly reader: RunReader;
  /** Asked each time, since it may change. `keep`: which runs are kept once they have ended; null: all of them. */
  readonly settings: { readonly keep: KeepConfig | null };
  /** Why nothing can be done now; null where it can. */
  readonly refusal: () => ServiceRefusal | null;
  /** Told in words why runs cannot be removed. */
  readonly onProblem: (message: string) => void;
}

/** What was pruned, or would be. */
export interface Pruned {
  /** The oldest first. */
  readonly ids: readonly string[];
  /** What was kept of them. */
  readonly bytes: number;
}

/** Removes runs that have ended, with all that is kept of them. A run that has not ended is never touched, nor is one inside of another. */
export class Keeper {
  readonly #parts: KeeperParts;
  /** Of runs that have ended, in bytes: they do not change. */
  readonly #sizes = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #isPruning = false;
  #isClosed = false;
  #said = '';

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  /** Prunes now, and again and again. */
  begin(): void {
    if (this.#isClosed || this.#isPruning) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const { keep } = this.#parts.settings;
    this.#isPruning = true;
    void (keep === null ? Promise.resolve() : this.prune(keep))
      .catch((error: unknown) => this.#complain(withoutPlace(error)))
      .finally(() => {
        this.#isPruning = false;
        if (!this.#isClosed) this.#timer = setTimeout(() => this.begin(), EVERY).unref();
      });
  }

  /** Another configuration is in force: once it has begun, it prunes by that now, or within a minute. */
  change(): void {
    if (this.#timer !== null) this.begin();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Removes a run that has ended; null once it is gone. */
  remove(runId: string): ServiceRefusal | null {
    const { index } = this.#parts;
    const refusal = this.#parts.refusal();
    if (refusal !== null) return refusal;
    const row = index.get(runId);
    const root = index.rootOf(runId);
    if (row === null && root !== null) return refuseInside(runId, root);
    if (row === null) return unknownRun(runId);
    if (!hasEnded(row)) {
      const message = `The run ${runId} is ${row.status}. Cancel it, and remove it once it has ended.`;
      return { type: 'notEnded', message };
    }
    this.#remove([runId], null);
    return null;
  }

  /** Removes what a configuration does not keep; with `isDry` nothing is. Rejects with what the system says. */
  async prune(keep: KeepConfig, { isDry = false }: { readonly isDry?: boolean } = {}): Promise<Pruned> {
    const { index, now } = this.#parts;
    if (keep.bytes !== null) await this.#measure();
    const ids = planPrune(index.ended(), keep, { now: now(), sizeOf: (id) => this.#sizeOf(id) });
    const done: string[] = [];
    let bytes = 0;
    for (let from = 0; from < ids.length; from += TURN) {
      if (!isDry && (this.#isClosed || this.#parts.refusal() !== null)) break;
      // One may have been removed while others had their turn, and started again.
      const some = ids.slice(from, from + TURN).filter((id) => index.hasEnded(id));
      for (const id of some) bytes += this.#sizeOf(id);
      if (!isDry) this.#remove(some, keep.archive);
      done.push(...some);
      await nextTurn();
    }
    return { ids: done, bytes };
  }

  #remove(ids: readonly string[], archive: string | null): void {
    const { files, index, reader } = this.#parts;
    if (!files.fence.isHeld) throw new Error('Another process has taken over the state folder.');
    const gone = new Set<string>();
    try {
      for (const id of ids) {
        removeRunFiles(files, id, archive);
        gone.add(id);
        reader.forget(id);
        this.#sizes.delete(id);
      }
    } finally {
      index.remove(gone);
    }
  }

  /** Measures the runs that have ended, so that none is left to measure when all are asked about at once. */
  async #measure(): Promise<void> {
    const rows = this.#parts.index.ended().filter(({ id }) => !this.#sizes.has(id));
    for (const [count, { id }] of rows.entries()) {
      if (count % MEASURED === MEASURED - 1) await nextTurn();
      if (this.#parts.index.hasEnded(id)) this.#sizeOf(id);
    }
  }

  #sizeOf(id: string): number {
    const known = this.#sizes.get(id);
    if (known !== undefined) return known;
    const size = sizeOfRun(this.#parts.files, id);
    this.#sizes.set(id, size);
    return size;
  }

  #complain(reason: string): void {
    const message = `Runs that are due for removal cannot be removed. ${reason}`;
    if (message !== this.#said) this.#parts.onProblem(message);
    this.#said = message;
  }
}

/** What is asked of a run that has ended. */
export type EndedRow = Pick<RunRow, 'id' | 'workflow' | 'status' | 'endedAt' | 'number'>;

const DAY = 24 * 3600_000;

/**
 * Which of the runs that have ended go. The first rule that fits a run says how many of its kind are kept and for how long, and
 * where none does, the configuration itself. What is left goes from the oldest on, while it is larger than `bytes` together.
 *
 * @param sizeOf bytes of what is kept of a run; asked only where `bytes` is said
 */
export function planPrune(
  rows: readonly EndedRow[],
  keep: KeepConfig,
  { now, sizeOf }: { readonly now: number; readonly sizeOf: (id: string) => number },
): readonly string[] {
  const rules = keep.rules.map((rule) => ({ rule, fits: toTest(rule) }));
  const counts = new Map<unknown, number>();
  const gone: string[] = [];
  let bytes = 0;
  for (const row of rows.toSorted((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0) || b.number - a.number)) {
    const limits = rules.find(({ fits }) => fits(row))?.rule ?? keep;
    const count = (counts.get(limits) ?? 0) + 1;
    counts.set(limits, count);
    const isTooMany = limits.runs !== null && count > limits.runs;
    const isTooOld = limits.days !== null && (row.endedAt ?? 0) < now - limits.days * DAY;
    if (isTooMany || isTooOld) gone.push(row.id);
    else if (keep.bytes !== null) {
      bytes += sizeOf(row.id);
      if (bytes > keep.bytes) gone.push(row.id);
    }
  }
  // The oldest first: who is interrupted has removed those.
  return gone.reverse();
}

function toTest({ workflow, status }: KeepRule): (row: EndedRow) => boolean {
  const isNamed = workflow === null ? null : workflowTest([workflow]);
  return (row) => (isNamed === null || isNamed(row.workflow)) && (status === null || status === row.status);
}
