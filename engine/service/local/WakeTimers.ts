/** Longest wait of a timer of the platform, in ms. */
const LONGEST = 2 ** 31 - 1;

/** When runs are to be taken up, one time each. */
export class WakeTimers {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #onDue: (id: string) => void;
  #isClosed = false;

  /** `onDue`: the time of a run has come. */
  constructor(onDue: (id: string) => void) {
    this.#onDue = onDue;
  }

  /** Sets the time of a run, in ms from now on, which may be longer than the platform waits. */
  set(id: string, ms: number): void {
    if (this.#isClosed) return;
    const fire = (): void => {
      this.#timers.delete(id);
      if (ms > LONGEST) this.set(id, ms - LONGEST);
      else this.#onDue(id);
    };
    this.clear(id);
    this.#timers.set(id, setTimeout(fire, Math.min(ms, LONGEST)).unref());
  }

  clear(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  /** Clears all; no time is set any more. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
