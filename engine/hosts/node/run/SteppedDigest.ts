import { JSON_PART, jsonParts, Queue } from '../../../base/index.ts';
import { EventDigest, type Proof, type RunDigest } from '../../../driver/index.ts';
import type { RunEvent } from '../../../run/index.ts';

/** The digest of `EventDigest`, in steps of about as many characters as a part of JSON has: events are read when it is stepped, or asked for. */
export class SteppedDigest implements RunDigest {
  readonly #digest: EventDigest;
  readonly #waiting = new Queue<RunEvent>();
  #parts: Iterator<string, void> | null = null;
  #count: number;

  /** Continues from the count and the digest of a proof. */
  constructor(proof?: Pick<Proof, 'events' | 'digest'>) {
    this.#digest = new EventDigest(proof);
    this.#count = this.#digest.count;
  }

  get count(): number {
    return this.#count;
  }

  add(events: readonly RunEvent[]): void {
    for (const event of events) this.#waiting.push(event);
    this.#count += events.length;
  }

  step(): boolean {
    for (let read = 0; read < JSON_PART; ) {
      const part = this.#next();
      if (part === null) return false;
      this.#digest.mix(part);
      read += part.length;
    }
    return this.#parts !== null || this.#waiting.size > 0;
  }

  /** The digest of all events so far: what is left is read at once. */
  value(): string {
    while (this.step());
    return this.#digest.value();
  }

  /** The next part of what waits; null: nothing does. */
  #next(): string | null {
    for (;;) {
      const next = this.#parts?.next();
      if (next?.done === false) return next.value;
      const event = this.#waiting.shift();
      this.#parts = event === undefined ? null : jsonParts(event);
      if (event === undefined) return null;
    }
  }
}
