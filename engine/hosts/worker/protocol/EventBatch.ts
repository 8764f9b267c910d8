import type { CallProgress } from '../../../effects/index.ts';
import type { RunError, RunEvent } from '../../../run/index.ts';
import type { Clock } from '../platform/clock.ts';

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

/** One frame of a display, in ms. */
const FRAME = 16;

/** Most events of one message: many more would take the page longer than a frame. */
const LARGEST_BATCH = 1000;

/** Receives a batch; the next batch waits until the promise it returns settles. */
export type BatchListener = (batch: EventBatch) => unknown;

/**
 * Batches the events of all runs: each run at most once per frame, in order, at most 1,000 events at a time. Waits for the
 * listener, so a slow page gets fewer and larger batches.
 */
export class EventBatcher {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, RunEvent[]>();
  #listener: BatchListener | null = null;
  #isScheduled = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Replaces the listener. Events without a listener are dropped: the journal has them. */
  setListener(listener: BatchListener): void {
    this.#listener = listener;
  }

  push(runId: string, events: readonly RunEvent[]): void {
    if (this.#listener === null || events.length === 0) return;
    const waiting = this.#waiting.get(runId);
    if (waiting === undefined) this.#waiting.set(runId, [...events]);
    else for (const event of events) waiting.push(event);
    this.#schedule();
  }

  /** Sends a change of how a run is executed immediately: its trouble, its tab, or whether it only waits. */
  notify(runId: string, change: Pick<EventBatch, 'trouble' | 'isElsewhere' | 'isIdle'>): void {
    Promise.resolve(this.#listener?.({ runId, events: [], ...change })).catch(() => this.#forgetListener());
  }

  /** How many events of a run wait to be sent. */
  backlog(runId: string): number {
    return this.#waiting.get(runId)?.length ?? 0;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#clock.setTimer(FRAME, () => void this.#flush());
  }

  async #flush(): Promise<void> {
    for (const [runId, events] of this.#waiting) {
      const batch = events.length <= LARGEST_BATCH ? events : events.slice(0, LARGEST_BATCH);
      if (batch === events) this.#waiting.delete(runId);
      else this.#waiting.set(runId, events.slice(LARGEST_BATCH));
      try {
        await this.#listener?.({ runId, events: batch });
      } catch {
        this.#forgetListener();
      }
    }
    this.#isScheduled = false;
    if (this.#waiting.size > 0) this.#schedule();
  }

  /** Called when the listening page is gone; the journal has the events it missed. */
  #forgetListener(): void {
    this.#listener = null;
    this.#waiting.clear();
  }
}

/** Receives texts; the next ones wait until the promise it returns settles. */
export type TextListener = (texts: readonly CallProgress[]) => unknown;

/**
 * Batches the texts that models stream: at most once per frame, one text per call, however many pieces it came in. Waits
 * for the listener, so a slow page gets longer texts, not more of them. Nothing is stored: the journal has the whole
 * answer.
 */
export class TextBatcher {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, string>();
  #listener: TextListener | null = null;
  #isScheduled = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Replaces the listener. Texts without one are dropped. */
  setListener(listener: TextListener): void {
    this.#listener = listener;
  }

  push({ key, text }: CallProgress): void {
    if (this.#listener === null) return;
    this.#waiting.set(key, (this.#waiting.get(key) ?? '') + text);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#clock.setTimer(FRAME, () => void this.#flush());
  }

  async #flush(): Promise<void> {
    const texts = [...this.#waiting].map(([key, text]) => ({ key, text }));
    this.#waiting.clear();
    try {
      await this.#listener?.(texts);
    } catch {
      this.#listener = null;
      this.#waiting.clear();
    }
    this.#isScheduled = this.#waiting.size > 0;
    if (this.#isScheduled) this.#clock.setTimer(FRAME, () => void this.#flush());
  }
}
