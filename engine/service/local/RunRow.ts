import type { OpenWait, ServedRun } from '../RunService.ts';

/** A run as the index of a state folder has it. */
export interface RunRow extends ServedRun {
  /** Runs are numbered in the order in which they were started. */
  readonly number: number;
  /** Of one that was put down: when its next timer is due, in ms since the epoch; null: it has none. */
  readonly wakeAt: number | null;
  /** Of one that was put down: what it waits for. */
  readonly waits: readonly OpenWait[];
  /** It is paused, since nobody has decided about calls that were cut off. */
  readonly isUndecided: boolean;
  /** True: it is paused, since something that it needs was missing here; it goes on where that is there at the next start. */
  readonly isBlocked?: boolean;
  /** Bytes of its journal when it was put down; null: it was not, or was taken up since. */
  readonly restedAt: number | null;
}

/** Whether a run has ended. */
export function hasEnded({ status }: Pick<ServedRun, 'status'>): boolean {
  return status === 'success' || status === 'error' || status === 'cancelled';
}

/** A row as the API shows it. */
export function toServedRun(row: RunRow): ServedRun {
  const { id, workflow, status, output, error, queuedAt, startedAt, endedAt, trigger, parent, paused, usage, idle } =
    row;
  const figures = { usage, idle };
  return { id, workflow, status, output, error, queuedAt, startedAt, endedAt, trigger, parent, paused, ...figures };
}
