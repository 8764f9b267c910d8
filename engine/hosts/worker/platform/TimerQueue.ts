import { type Due, Schedule, type TimerStart } from '../../../driver/index.ts';
import type { Clock } from './clock.ts';

/** Longest delay of `setTimeout`, in ms; longer waits take several. */
const LONGEST = 2 ** 31 - 1;

/** Any number of timers of one run on one timer of the platform: of those due at one time the first that was set comes first. */
export class TimerQueue {
  readonly #clock: Clock;
  readonly #onDue: (ids: readonly string[]) => void;
  readonly #schedule = new Schedule<string>();
  #stop: (() => void) | null = null;

  /** `onDue` receives the ids of all timers that came due together, in order. */
  constructor(clock: Clock, onDue: (ids: readonly string[]) => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** Sets a timer for a time in ms since the epoch; replaces one of the same id. */
  set({ id, at }: Pick<TimerStart, 'id' | 'at'>): void {
    this.cancel(id);
    this.#schedule.add({ at, order: 0, id, what: id });
    if (this.next?.what === id) this.#arm();
  }

  /** The timer that is due first; undefined where none is set. */
  get next(): Due<string> | undefined {
    return this.#schedule.first;
  }

  /** All that are set, in no order. */
  get all(): Iterable<Due<string>> {
    return this.#schedule.all;
  }

  cancel(id: string): void {
    this.#schedule.drop(id);
  }

  clear(): void {
    this.#schedule.clear();
    this.#stop?.();
    this.#stop = null;
  }

  /** Looks at the clock again, after it was put forward. */
  wake(): void {
    this.#fire();
  }

  #arm(): void {
    this.#stop?.();
    this.#stop = null;
    const { next } = this;
    if (next === undefined) return;
    const wait = Math.min(LONGEST, Math.max(0, next.at - this.#clock.now()));
    this.#stop = this.#clock.setTimer(wait, () => this.#fire());
  }

  #fire(): void {
    const now = this.#clock.now();
    const due: string[] = [];
    for (let { next } = this; next !== undefined && next.at <= now; { next } = this) {
      this.#schedule.next();
      due.push(next.what);
    }
    this.#arm();
    if (due.length > 0) this.#onDue(due);
  }
}

/** From how many unsent events on a run waits for the page. */
const LARGEST_BACKLOG = 2000;

/** How long it waits before it checks again, in ms: one frame. */
const PAUSE = 16;

/** Resolves once few enough events of a run wait to be sent to the page, or as soon as `isFree` says that it need not wait. */
export async function awaitBacklog(
  { backlog, clock }: { readonly backlog: () => number; readonly clock: Pick<Clock, 'setTimer'> },
  isFree: () => boolean,
): Promise<void> {
  while (!isFree() && backlog() > LARGEST_BACKLOG) await new Promise<void>((resolve) => clock.setTimer(PAUSE, resolve));
}
