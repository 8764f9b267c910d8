import type { RunEvent } from '../run/index.ts';

/** What a journal says of the events its inputs led to: a run may only go on with a machine that says the same. */
export interface Proof {
  /** How many inputs from the first on were fed to the machine. */
  readonly inputs: number;
  /** How many events came of them. */
  readonly events: number;
  /** Digest of those events, 16 hex digits. */
  readonly digest: string;
}

/** A running digest of events: two sums of 32 bits over their JSON. It finds accidents, not forgeries. */
export class EventDigest {
  #count = 0;
  #high = 0x811c9dc5;
  #low = 0x9e3779b9;

  /** How many events went in. */
  get count(): number {
    return this.#count;
  }

  add(events: readonly RunEvent[]): void {
    for (const event of events) this.#mix(JSON.stringify(event));
    this.#count += events.length;
  }

  /** The digest so far: 16 hex digits. */
  value(): string {
    return toHex(this.#high) + toHex(this.#low);
  }

  #mix(text: string): void {
    let [high, low] = [this.#high, this.#low];
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      high = Math.imul(high ^ unit, 0x01000193);
      low = Math.imul(low ^ unit, 0x85ebca6b) ^ (low >>> 13);
    }
    this.#high = high;
    this.#low = low;
  }
}

function toHex(sum: number): string {
  return (sum >>> 0).toString(16).padStart(8, '0');
}
