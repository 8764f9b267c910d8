/** What came since the last checkpoint, or since the beginning. */
export interface SinceCheckpoint {
  readonly inputs: number;
  readonly events: number;
  /** Characters of the journal. */
  readonly size: number;
}

/** From any of these on a checkpoint is worth its while: about what is replayed in some tens of milliseconds. */
const ENOUGH = { inputs: 1024, events: 8192, size: 256 * 1024 } satisfies SinceCheckpoint;

/** Where a run waits, a checkpoint costs it no time, and it may be long until it is reopened: then less is enough. */
const IDLE_FACTOR = 8;

/** What an event counts for beside the characters of the journal: a loop without calls has few inputs and many events. */
const EVENT_SIZE = 32;

/** How much more than a checkpoint must have come since it was written, so that not more is written than was done. */
const MULTIPLE = 4;

/**
 * Whether a checkpoint should be written. `lastSize`: characters of the last one, 0 before the first; `isIdle`: the run
 * waits for something. What is written is at most a part of what the run did meanwhile, however large its state is; so is
 * what is replayed when it is reopened.
 */
export function isCheckpointDue(since: SinceCheckpoint, lastSize: number, isIdle = false): boolean {
  const factor = isIdle ? IDLE_FACTOR : 1;
  const { inputs, events, size } = ENOUGH;
  const isEnough = Math.max(since.inputs / inputs, since.events / events, since.size / size) * factor >= 1;
  return isEnough && since.size + since.events * EVENT_SIZE >= MULTIPLE * lastSize;
}
