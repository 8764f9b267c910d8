import type { CallProgress } from '../../../effects/index.ts';
import type { Clock } from '../platform/clock.ts';

/** Receives texts; the next ones wait until the promise it returns settles. */
export type TextListener = (texts: readonly CallProgress[]) => unknown;

/** One frame of a display, in ms. */
const FRAME = 16;

/**
 * Batches the texts that models stream: at most once per frame, one text per call, however many pieces it came in. Waits
 * for the listener, so a slow page gets longer texts, not more of them. Nothing is stored: the journal has the whole
 * answer.
 */
export class TextBatcher {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, string>();
  #listener: TextListener | null = null;
  #isScheduled = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Replaces the listener. Texts without one are dropped. */
  setListener(listener: TextListener): void {
    this.#listener = listener;
  }

  push({ key, text }: CallProgress): void {
    if (this.#listener === null) return;
    this.#waiting.set(key, (this.#waiting.get(key) ?? '') + text);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#clock.setTimer(FRAME, () => void this.#flush());
  }

  async #flush(): Promise<void> {
    const texts = [...this.#waiting].map(([key, text]) => ({ key, text }));
    this.#waiting.clear();
    try {
      await this.#listener?.(texts);
    } catch {
      this.#listener = null;
      this.#waiting.clear();
    }
    this.#isScheduled = this.#waiting.size > 0;
    if (this.#isScheduled) this.#clock.setTimer(FRAME, () => void this.#flush());
  }
}
