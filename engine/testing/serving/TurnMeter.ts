import { vi } from 'vitest';
import { EventDigest } from '../../driver/index.ts';
import { Turns } from '../../hosts/node/index.ts';

/**
 * Measures how much is done between two turns of the event loop, in characters that are turned into JSON or digested: it does not depend on the machine.
 * `vi.restoreAllMocks` ends it.
 */
export class TurnMeter {
  /** The most since it was begun, and where that was. */
  longest = 0;
  where = '';
  /** How many turns were taken. */
  taken = 0;
  #done = 0;

  constructor() {
    const note = (text: string | undefined): void => this.#note(text?.length ?? 0);
    const { stringify } = JSON;
    vi.spyOn(JSON, 'stringify').mockImplementation((...given: Parameters<typeof stringify>) => {
      const text = stringify(...given);
      note(text);
      return text;
    });
    const { mix } = EventDigest.prototype;
    vi.spyOn(EventDigest.prototype, 'mix').mockImplementation(function (this: EventDigest, text) {
      note(text);
      mix.call(this, text);
    });
    const { next } = Turns.prototype;
    const over = (): void => this.#turn();
    vi.spyOn(Turns.prototype, 'next').mockImplementation(async function (this: Turns) {
      await next.call(this);
      over();
    });
  }

  /** Forgets what was done so far. */
  begin(): void {
    Object.assign(this, { longest: 0, where: '', taken: 0 });
    this.#done = 0;
  }

  #turn(): void {
    this.taken += 1;
    this.#done = 0;
  }

  #note(length: number): void {
    this.#done += length;
    if (this.#done <= this.longest) return;
    this.longest = this.#done;
    this.where = new Error('Here').stack ?? '';
  }
}
