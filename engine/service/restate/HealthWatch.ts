import { setTimeout as delay } from 'node:timers/promises';

/** How often it is asked, in ms: `/ready` follows within this and the time that one answer may take. */
const INTERVAL = 500;

/** Asks a cluster again and again whether it takes requests. */
export class HealthWatch {
  readonly #ask: () => Promise<string | null>;
  readonly #tell: (message: string) => void;
  readonly #stop = new AbortController();
  #problem: string | null = null;

  /** @param ask why it takes none, in words; null: it does @param tell called where that has changed */
  constructor(ask: () => Promise<string | null>, tell: (message: string) => void) {
    this.#ask = ask;
    this.#tell = tell;
  }

  /** Why it takes no requests, in words; null: it does, or no one has begun to ask. */
  get problem(): string | null {
    return this.#problem;
  }

  begin(): void {
    this.#problem = 'Restate has not answered yet.';
    void this.#watch();
  }

  end(): void {
    this.#stop.abort();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    let told: string | null = null;
    while (!signal.aborted) {
      const problem = await this.#ask();
      this.#problem = problem;
      // Why it does not answer may change with each request.
      if ((problem === null) !== (told === null)) this.#tell(problem ?? 'Restate answers again.');
      told = problem;
      await delay(INTERVAL, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
