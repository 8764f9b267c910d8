/** First in, first out, with both ends O(1). */
export class Queue<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** The oldest item, left where it is; undefined when empty. */
  peek(): T | undefined {
    return this.#items[this.#head];
  }

  /** The queued items, oldest first. */
  *[Symbol.iterator](): Iterator<T> {
    // Only items before the head have been consumed.
    yield* this.#items.slice(this.#head) as T[];
  }

  /** Takes the oldest item; undefined when empty. */
  shift(): T | undefined {
    if (this.#head === this.#items.length) return undefined;
    const item = this.#items[this.#head];
    // An array in old space that was outgrown would keep its items alive until a full garbage collection.
    this.#items[this.#head] = undefined;
    this.#head += 1;
    // Dropping the consumed half now and then keeps memory proportional to the queue, at amortized O(1).
    if (this.#head > 64 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

/** An item of an {@link ActiveList}; it is in one list at most. */
export interface Listed<T> {
  isListed: boolean;
  /** Its neighbours in the list. */
  before: T | null;
  after: T | null;
}

/**
 * Activations of a scope, or the parts or scopes of one, in order of arrival, each linked to its neighbours: one more or less
 * costs no table, which every step of a run would change twice.
 */
export class ActiveList<T extends Listed<T>> implements Iterable<T> {
  #first: T | null = null;
  #last: T | null = null;

  get isEmpty(): boolean {
    return this.#first === null;
  }

  add(item: T): void {
    item.isListed = true;
    item.before = this.#last;
    if (this.#last === null) this.#first = item;
    else this.#last.after = item;
    this.#last = item;
  }

  /** False where it is not in the list. */
  delete(item: T): boolean {
    if (!item.isListed) return false;
    const { before, after } = item;
    if (before === null) this.#first = after;
    else before.after = after;
    if (after === null) this.#last = before;
    else after.before = before;
    // A removed item must not keep its neighbours alive.
    item.isListed = false;
    item.before = null;
    item.after = null;
    return true;
  }

  /** Searches from the newest: repeated searches mostly find the same item. */
  find(test: (item: T) => boolean): T | null {
    for (let at = this.#last; at !== null; at = at.before) if (test(at)) return at;
    return null;
  }

  /** Iterates over a copy: items may be removed meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    const all: T[] = [];
    for (let at = this.#first; at !== null; at = at.after) all.push(at);
    return all.values();
  }
}
