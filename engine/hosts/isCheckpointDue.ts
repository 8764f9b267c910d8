/** What was added since the last checkpoint, or since the start. */
export interface SinceCheckpoint {
  readonly inputs: number;
  readonly events: number;
  /** Characters of the journal. */
  readonly size: number;
}

/** A checkpoint is due from any of these on: about what is replayed in some tens of milliseconds. */
const ENOUGH = { inputs: 1024, events: 8192, size: 256 * 1024 } satisfies SinceCheckpoint;

/** While a run waits, a checkpoint costs it no time: an eighth is enough. */
const IDLE_FACTOR = 8;

/** What an event counts for, in characters of the journal: a loop without calls has few inputs and many events. */
const EVENT_SIZE = 32;

/** The journal must have grown by this multiple of the last checkpoint: this bounds what checkpoints write. */
const MULTIPLE = 4;

/**
 * Whether a checkpoint should be written. `lastSize`: characters of the last one, 0 before the first; `isIdle`: the run
 * waits for something. Checkpoints write at most a fraction of what the run did meanwhile, however large its state is, and
 * what is replayed when it is reopened is bounded too.
 */
export function isCheckpointDue(since: SinceCheckpoint, lastSize: number, isIdle = false): boolean {
  const factor = isIdle ? IDLE_FACTOR : 1;
  const { inputs, events, size } = ENOUGH;
  const isEnough = Math.max(since.inputs / inputs, since.events / events, since.size / size) * factor >= 1;
  return isEnough && since.size + since.events * EVENT_SIZE >= MULTIPLE * lastSize;
}
