/** What came since the last checkpoint, or since the beginning. */
export interface SinceCheckpoint {
  readonly inputs: number;
  readonly events: number;
  /** Characters of the journal. */
  readonly size: number;
}

/** From any of these on a checkpoint is worth its while: about what is replayed in some tens of milliseconds. */
const ENOUGH = { inputs: 1024, events: 8192, size: 256 * 1024 } satisfies SinceCheckpoint;

/** What an event counts for beside the characters of the journal: a loop without calls has few inputs and many events. */
const EVENT_SIZE = 32;

/** How much more than a checkpoint must have come since it was written, so that not more is written than was done. */
const MULTIPLE = 4;

/**
 * Whether a checkpoint should be written. `lastSize`: characters of the last one, 0 before the first. What is written is
 * at most a part of what the run did meanwhile, however large its state is; so is what is replayed when it is reopened.
 */
export function isCheckpointDue(since: SinceCheckpoint, lastSize: number): boolean {
  const isEnough = since.inputs >= ENOUGH.inputs || since.events >= ENOUGH.events || since.size >= ENOUGH.size;
  return isEnough && since.size + since.events * EVENT_SIZE >= MULTIPLE * lastSize;
}
