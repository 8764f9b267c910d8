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
