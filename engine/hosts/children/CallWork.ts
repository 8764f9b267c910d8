/** The work on calls that start runs, by the key of the call. Nothing here rejects. */
export class CallWork {
  readonly #stopped: AbortSignal;
  readonly #fail: (error: unknown) => void;
  readonly #work = new Map<string, Promise<unknown>>();
  #turn: Promise<void> = Promise.resolve();

  /** @param stopped aborts once all ends here as it is @param fail called with the error of work that failed before */
  constructor(stopped: AbortSignal, fail: (error: unknown) => void) {
    this.#stopped = stopped;
    this.#fail = fail;
  }

  has(key: string): boolean {
    return this.#work.has(key);
  }

  /** Awaits the work on a call; null where it failed. */
  async await<T>(key: string, work: Promise<T>): Promise<T | null> {
    const guarded = work.catch((error: unknown) => {
      if (!this.#stopped.aborted) this.#fail(error);
      return null;
    });
    this.#work.set(key, guarded);
    const result = await guarded;
    this.#work.delete(key);
    return result;
  }

  /** Does work on calls one after the other: each run that is open has a file open. */
  awaitInTurn(key: string, work: () => Promise<void>): Promise<void | null> {
    const turn = this.#turn.then(async () => {
      if (this.#stopped.aborted) throw new StoppedError();
      await work();
    });
    this.#turn = turn.catch(() => undefined);
    return this.await(key, turn);
  }

  /** Resolves once there is none. */
  async settle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work.values());
  }
}

/** What holds calls back. */
interface Hold {
  readonly isHeld: () => boolean;
  /** Called each time a call begins to wait. */
  readonly onHeld: () => void;
}

/** Calls that wait while something holds them. */
export class HeldCalls {
  readonly #hold: Hold;
  readonly #releases = new Set<() => void>();

  constructor(hold: Hold) {
    this.#hold = hold;
  }

  get size(): number {
    return this.#releases.size;
  }

  /** Waits while calls are held back, which is asked again at each {@link release}; ends as soon as the signal aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    while (this.#hold.isHeld() && !signal.aborted)
      await new Promise<void>((resolve) => {
        const release = (): void => {
          this.#releases.delete(release);
          signal.removeEventListener('abort', release);
          resolve();
        };
        signal.addEventListener('abort', release);
        this.#releases.add(release);
        this.#hold.onHeld();
      });
  }

  release(): void {
    for (const release of this.#releases) release();
  }
}

/** A run ends here because one around it or below it has ended here; all their journals stay as they are. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}
