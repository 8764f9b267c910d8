import type { Call, Outcome } from '../run/index.ts';
import type { Driver, MadeCall, Step } from './Driver.ts';

/** How a host performs calls. */
export interface CallPort {
  /** Never rejects: a failure is an outcome, and so is an abort. */
  readonly perform: (call: Call, signal: AbortSignal) => Promise<Outcome>;
  /** What a call answered waits to be taken. */
  readonly onAnswered: () => void;
  /** Where an outcome is among what waits, as in `Driver.receive`; absent: where it arrived. */
  readonly orderOf?: (made: MadeCall) => number;
}

/** The calls of one run that this host performs: makes and aborts them as the driver says, and gives it what they answer. */
export class PerformedCalls {
  readonly #driver: Driver;
  readonly #port: CallPort;
  readonly #aborts = new Map<string, AbortController>();
  #isClosed = false;

  constructor(driver: Driver, port: CallPort) {
    this.#driver = driver;
    this.#port = port;
  }

  do(steps: readonly Step[]): void {
    for (const step of steps) {
      if (step.type === 'call') void this.#perform(step);
      else this.#abort(step.key);
    }
  }

  /** Aborts all that are under way, and takes no answer any more. */
  close(): void {
    this.#isClosed = true;
    for (const key of this.#aborts.keys()) this.#abort(key);
  }

  async #perform(made: MadeCall): Promise<void> {
    const { key } = made.call;
    const { perform, onAnswered, orderOf } = this.#port;
    const abort = new AbortController();
    this.#aborts.set(key, abort);
    const outcome = await perform(made.call, abort.signal);
    if (this.#isClosed || !this.#driver.answer(made, outcome, orderOf?.(made))) return;
    this.#aborts.delete(key);
    onAnswered();
  }

  #abort(key: string): void {
    this.#aborts.get(key)?.abort();
    this.#aborts.delete(key);
  }
}
