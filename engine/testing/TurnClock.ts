/** What code that is loaded, or a thread, may take in real time before it counts as hanging, in ms. */
const LONGEST_LOAD = 15_000;

/** A clock for hosts under test: one turn of the event loop is one ms, so nothing waits in real time. */
export class TurnClock {
  #now: number;
  #timers: { readonly at: number; readonly callback: () => void }[] = [];

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  readonly now = (): number => this.#now;

  readonly setTimer = (ms: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  readonly yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  /** Lets turns go by until the check answers something other than undefined or false; throws after 100,000, and 15 s. */
  async until<T>(check: () => T | undefined | false): Promise<T> {
    const latest = performance.now() + LONGEST_LOAD;
    for (let turn = 0; turn < 100_000 || performance.now() < latest; turn += 1) {
      const answer = check();
      if (answer !== undefined && answer !== false) return answer;
      await this.turn();
    }
    throw new Error('It did not come about in 100,000 turns.');
  }

  /** Waits for a promise while turns go by. */
  async settle<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const mark = (): void => {
      isSettled = true;
    };
    promise.then(mark, mark);
    await this.until(() => isSettled);
    return promise;
  }

  /** One turn of the event loop, one ms later; timers that are due fire, earliest first. */
  async turn(): Promise<void> {
    await this.yieldToEventLoop();
    this.#now += 1;
    for (let next = this.#takeDue(); next !== undefined; next = this.#takeDue()) next();
  }

  /** The earliest timer that is due, taken off the list; those of one time in order of arrival. */
  #takeDue(): (() => void) | undefined {
    const [first] = this.#timers.filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at);
    this.#timers = this.#timers.filter((timer) => timer !== first);
    return first?.callback;
  }
}
