import type { RunError, RunEvent } from '../../../run/index.ts';

/** Events of one run since the last batch, at most one batch per frame (16 ms). */
export interface EventBatch {
  readonly runId: string;
  readonly events: readonly RunEvent[];
  /**
   * Set when it changes: why the run is blocked (its storage fails), or why it is no longer executed here (another tab
   * took it over). Null: the problem is gone.
   */
  readonly trouble?: RunError | null;
  /** Set to false when this tab resumes a run that it had not started: its earlier events are in its record. */
  readonly isElsewhere?: boolean;
  /** Set when it changes: whether nothing is under way in the run and in those that it has started but waits. */
  readonly isIdle?: boolean;
}

/** A batch as it is sent to the page: its events as columns in one text, which is posted and parsed faster than objects. */
export interface EventPacket extends Omit<EventBatch, 'events'> {
  /** The events as `EventPacker` packs them; null where there are none. */
  readonly text: string | null;
}

/** One end of a channel for packets of events; the page acknowledges each. */
export type EventPort = Pick<MessagePort, 'postMessage' | 'addEventListener' | 'start'>;
