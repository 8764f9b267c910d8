import type { RunEvent } from '../../../run/index.ts';

/** How many events of a run are kept: what followers, who ask again and again, need of them. */
const MOST = 512;

/** The newest events of a run that is under way. Positions count from 1. */
export class EventTail {
  #events: RunEvent[] = [];

  /** The number of the newest event; -1 before the first. */
  get lastSeq(): number {
    return this.#events.at(-1)?.seq ?? -1;
  }

  add(events: readonly RunEvent[]): void {
    for (const event of events) this.#events.push(event);
    if (this.#events.length > 2 * MOST) this.#events = this.#events.slice(-MOST);
  }

  /** Events after a position, at most `limit`; null where some of them are not here. */
  after(position: number, limit: number): readonly RunEvent[] | null {
    const [first] = this.#events;
    // The position of an event is its number, which counts from 0, and 1.
    if (first === undefined || first.seq > position) return null;
    const from = position - first.seq;
    return this.#events.slice(from, from + limit);
  }
}
