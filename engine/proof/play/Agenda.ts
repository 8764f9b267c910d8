import type { RunInput } from '../../run/index.ts';

type Item = Extract<
  RunInput,
  { readonly type: 'effect.completed' | 'signal.received' | 'timer.fired' | 'run.cancelled' }
>;

/** At one time an answer comes first, then a signal, then a timer: what is there in time is in time. A person who stops the run comes last. */
const RANK: Readonly<Record<Item['type'], number>> = {
  'effect.completed': 0,
  'signal.received': 1,
  'timer.fired': 2,
  'run.cancelled': 3,
};

/** What is still to come in a test, by its virtual time. */
export class Agenda {
  #items: Item[] = [];

  add(item: Item): void {
    const at = this.#items.findIndex(
      (other) => other.at > item.at || (other.at === item.at && RANK[other.type] > RANK[item.type]),
    );
    this.#items.splice(at === -1 ? this.#items.length : at, 0, item);
  }

  /** Takes what comes next; null: nothing does. */
  next(): Item | null {
    return this.#items.shift() ?? null;
  }

  dropTimer(id: string): void {
    this.#items = this.#items.filter((item) => item.type !== 'timer.fired' || item.id !== id);
  }

  dropCall(key: string): void {
    this.#items = this.#items.filter((item) => item.type !== 'effect.completed' || item.key !== key);
  }
}
