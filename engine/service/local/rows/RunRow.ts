import { NO_FIGURES, type Preview, toRunHead, toServed } from '../../heads.ts';
import type { OpenWait, RunStart, ServedRun, ServedRunHead } from '../../RunService.ts';

/** A run as the index of a state folder has it. */
export interface RunRow extends ServedRun {
  /** Runs are numbered in the order in which they were started. */
  readonly number: number;
  /** Of one that was unloaded: when its next timer is due, in ms since the epoch; null: it has none. */
  readonly wakeAt: number | null;
  /** Of one that was unloaded: what it waits for. */
  readonly waits: readonly OpenWait[];
  /** It is paused, since no one has decided about calls that were cut off. */
  readonly isUndecided: boolean;
  /** True: it is paused, since something that it needs was missing here; it continues where that is there at the next start. */
  readonly isBlocked?: boolean;
  /** Bytes of its journal when it was unloaded; null: it was not, or was taken up since. */
  readonly restedAt: number | null;
  /** There where its output and its error are large, and so are elsewhere: the row has the beginnings. */
  readonly large?: { readonly output: Preview | null };
  /** The beginning of its input as JSON, in which secrets are masked. Absent: of an earlier version, or a row in memory of a run that has ended. */
  readonly input?: string;
  /** True: its line of the index could not be read, and this is what is known without it. Never written. */
  readonly isUnread?: boolean;
}

/** Whether a run has ended. */
export function hasEnded({ status }: Pick<ServedRun, 'status'>): boolean {
  return status === 'success' || status === 'error' || status === 'cancelled';
}

/** A row as the API shows it; of one whose output is elsewhere, without that. */
export function toServedRun(row: RunRow): ServedRun {
  return toServed(row.id, row, row);
}

/** A row as lists have it. */
export function toHead(row: RunRow): ServedRunHead {
  const run = toServedRun(row);
  const head = row.large === undefined ? toRunHead(run) : toRunHead(run, row.large.output);
  return row.isUnread === true ? { ...head, unread: UNREAD } : head;
}

const UNREAD = 'Its row in the index cannot be read, so its result is missing here. Get the run by its id to see it.';

/** What a row says of a run while it is at work. */
export const AT_WORK = {
  status: 'running',
  paused: null,
  isUndecided: false,
  isBlocked: false,
  wakeAt: null,
  waits: [],
  restedAt: null,
} as const satisfies Partial<RunRow>;

/**
 * When a run starts, by its own clock, by which it ends as well: one that starts at once has started when it was accepted. The clock of one
 * that was queued starts again, never before that.
 *
 * @param now the time where it was queued, else null
 */
export function startOf({ queuedAt, startedAt }: RunRow, now: number | null): number {
  return now === null ? (startedAt ?? queuedAt) : Math.max(queuedAt, now);
}

/** The row of a run that nothing was done for yet. */
export function queuedRow(
  { workflow, trigger, depth }: RunStart,
  known: Pick<RunRow, 'id' | 'number' | 'queuedAt'> & { readonly input: string },
): RunRow {
  const ends = { output: null, error: null, startedAt: null, endedAt: null, ...NO_FIGURES };
  const rests = { paused: null, isUndecided: false, wakeAt: null, waits: [], restedAt: null };
  const led = depth === undefined ? {} : { depth };
  return { ...known, workflow, status: 'queued', trigger: trigger ?? null, parent: null, ...led, ...ends, ...rests };
}
