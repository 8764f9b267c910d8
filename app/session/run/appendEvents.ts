import type { RunEvent } from '#engine/run';
import type { RunEvents } from '../store/RunState.ts';

/** The events with more after them: another list, which costs what is added. The list that is given stays as it is. */
export function appendEvents(events: RunEvents, more: readonly RunEvent[]): RunEvents {
  const list = events instanceof SharedEvents ? events : new SharedEvents(events.slice());
  return list.append(more);
}

/** A list of events in an array that it shares with the longer lists made of it: it ends where it ended. */
class SharedEvents implements RunEvents {
  readonly length: number;
  readonly #array: RunEvent[];

  constructor(array: RunEvent[]) {
    this.#array = array;
    this.length = array.length;
  }

  append(more: readonly RunEvent[]): SharedEvents {
    // Another list was made of this one already.
    const array = this.#array.length === this.length ? this.#array : this.slice();
    for (const event of more) array.push(event);
    return new SharedEvents(array);
  }

  at(index: number): RunEvent | undefined {
    const place = index < 0 ? index + this.length : index;
    return place < this.length ? this.#array[place] : undefined;
  }

  slice(start = 0, end = this.length): RunEvent[] {
    return this.#array.slice(this.#toPlace(start), this.#toPlace(end));
  }

  #toPlace(index: number): number {
    return index < 0 ? Math.max(0, index + this.length) : Math.min(index, this.length);
  }
}
