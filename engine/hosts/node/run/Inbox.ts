import type { RunInputDraft } from '../../../driver/index.ts';
import { LONGEST_SLEEP } from './clock.ts';
import { SLICE, startSleep, type Turns } from './waiting.ts';

/** Inputs that wait for their turn in a run of this process, which sleeps until there are some. */
export class Inbox {
  #entries: { readonly order: number; readonly input: RunInputDraft }[] = [];
  /** How many of those that are given come after the one that is given now. */
  #left = 0;
  #wake: () => void = () => undefined;

  get isEmpty(): boolean {
    return this.#entries.length === 0 && this.#left === 0;
  }

  /** `order` of an outcome: that in which its call was made; of all else, -1. */
  add(order: number, input: RunInputDraft): void {
    this.#entries.push({ order, input });
    this.#wake();
  }

  /**
   * Gives all of them, and lets others have their turn now and then. Outcomes that arrived together are in the order of their calls: equal
   * answers give equal runs.
   */
  async giveAll(give: (input: RunInputDraft) => void, turns: Turns): Promise<void> {
    const entries = this.#entries.sort((a, b) => a.order - b.order);
    this.#entries = [];
    let since = performance.now();
    for (const [index, { input }] of entries.entries()) {
      if (performance.now() - since > SLICE) {
        await turns.next();
        since = performance.now();
      }
      this.#left = entries.length - index - 1;
      give(input);
    }
  }

  /** Ends the sleep without an input. */
  wake(): void {
    this.#wake();
  }

  /** Sleeps until there is an input or it is woken, at most so many ms; a long sleep may end before its time. */
  async sleep(most: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (!this.isEmpty) return;
    if (most === Infinity) {
      await woken;
      return;
    }
    const sleep = startSleep(Math.min(most, LONGEST_SLEEP));
    await Promise.race([woken, sleep.over]);
    sleep.stop();
  }
}
