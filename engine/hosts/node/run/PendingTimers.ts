import type { Effect } from '../../../run/index.ts';
import type { PendingTimer, RunClock } from './clock.ts';

/** A timer that may fire next, with ms until then. */
export interface NextTimer {
  readonly timer: PendingTimer;
  readonly wait: number;
}

/** The timers of a run that have not fired. */
export class PendingTimers {
  readonly #clock: RunClock;
  readonly #timers = new Map<string, PendingTimer>();

  constructor(clock: RunClock) {
    this.#clock = clock;
  }

  set({ id, at, isDeadline }: Omit<Extract<Effect, { readonly type: 'timer.start' }>, 'type'>): void {
    this.#timers.set(id, {
      id,
      at,
      isDeadline: isDeadline === true,
      setAt: this.#clock.now(),
      setAtReal: performance.now(),
    });
  }

  cancel(id: string): void {
    this.#timers.delete(id);
  }

  /** The one that fires: the clock is then at its due time, or later. */
  fire(timer: PendingTimer): void {
    this.#timers.delete(timer.id);
    this.#clock.reach(timer);
  }

  /** The next one that may fire; of timers due together the first that was set. `isBusy`: calls are in flight. */
  next(isBusy: boolean): NextTimer | null {
    let first: NextTimer | null = null;
    for (const timer of this.#timers.values()) {
      const wait = this.#clock.waitFor(timer, isBusy);
      if (wait === null) continue;
      if (first === null || timer.at < first.timer.at) first = { timer, wait };
    }
    return first;
  }
}
