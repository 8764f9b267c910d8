import { LONGEST_SLEEP } from './clock.ts';
import { startSleep } from './waiting.ts';

/** The sleep of a run of this process that has nothing to do. */
export class Sleep {
  #wake: () => void = () => undefined;

  /** Ends the sleep, where it sleeps. */
  end(): void {
    this.#wake();
  }

  /** Sleeps until it is woken, at most so many ms; a long sleep may end before its time. */
  async begin(most: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (most === Infinity) {
      await woken;
      return;
    }
    const sleep = startSleep(Math.min(most, LONGEST_SLEEP));
    await Promise.race([woken, sleep.over]);
    sleep.stop();
  }
}
